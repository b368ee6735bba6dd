"""Names that lead inside without asking DNS, and public domains whose names lead to an address of one's choice.

Tables, as of `AS_OF`. Each row has its public source. No table is complete: names inside never end (``redis.prod``).
"""

from __future__ import annotations

AS_OF = "2026-11-24"

_MULTICAST_DNS = "https://www.rfc-editor.org/rfc/rfc6762.html#appendix-G"
_SPECIAL_USE = "https://www.rfc-editor.org/rfc/rfc6761.html#section-6"
_HOSTS_OF_LINUX = "https://pagure.io/setup/blob/master/f/hosts"
_NEVER_DELEGATED = "https://www.icann.org/resources/board-material/resolutions-2018-02-04-en"
_INTERNAL = (
    "https://www.icann.org/en/board-activities-and-meetings/materials/"
    "approved-resolutions-special-meeting-of-the-icann-board-29-07-2024-en"
)
_KUBERNETES = "https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/"
_NAMESPACES = "https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/#initial-namespaces"

TOP_LEVEL_ZONES = (
    ("localhost", "loopback", _SPECIAL_USE),
    ("localdomain", "loopback", _HOSTS_OF_LINUX),
    ("localdomain4", "loopback", _HOSTS_OF_LINUX),
    ("localdomain6", "loopback", _HOSTS_OF_LINUX),
    ("local", "link-local", "https://www.rfc-editor.org/rfc/rfc6762.html"),
    ("internal", "private", _INTERNAL),
    ("intranet", "private", _MULTICAST_DNS),
    ("private", "private", _MULTICAST_DNS),
    ("corp", "private", _MULTICAST_DNS),
    ("home", "private", _MULTICAST_DNS),
    ("lan", "private", _MULTICAST_DNS),
    ("mail", "private", _NEVER_DELEGATED),
    ("test", "private", _SPECIAL_USE),
    ("svc", "private", _KUBERNETES),
    ("default", "private", _NAMESPACES),
    ("kube-node-lease", "private", _NAMESPACES),
    ("kube-public", "private", _NAMESPACES),
    ("kube-system", "private", _NAMESPACES),
    ("consul", "private", "https://developer.hashicorp.com/consul/docs/services/discovery/dns-overview"),
    (
        "docker",
        "private",
        "https://mageddo.github.io/dns-proxy-server/latest/en/2-features/accessing-container-by-name",
    ),
    # No server on the internet has these. Names under .example are like others, by RFC 6761 §6.5.
    ("alt", "reserved", "https://www.rfc-editor.org/rfc/rfc9476.html"),
    ("invalid", "reserved", _SPECIAL_USE),
    ("onion", "reserved", "https://www.rfc-editor.org/rfc/rfc7686.html"),
    ("i2p", "reserved", "https://geti2p.net/en/docs/naming"),
)
"""Top-level domains that the public DNS does not have, each with the kind of addresses that its names lead to."""

ZONES = (
    ("home.arpa", "private", "https://www.rfc-editor.org/rfc/rfc8375.html"),
    ("fritz.box", "private", "https://heise.de/-9610149"),
    (
        "mshome.net",
        "private",
        "https://support.microsoft.com/en-us/help/309642/"
        "how-to-configure-a-static-client-for-windows-xp-internet-connection-sharing",
    ),
)
"""Domains of local networks, with all their subdomains."""

_GOOGLE = "https://cloud.google.com/compute/docs/metadata/querying-metadata"
_EQUINIX = "https://pkg.go.dev/github.com/packethost/packngo@v0.29.0/metadata"

METADATA_HOSTS = (
    ("metadata", _GOOGLE),
    ("metadata.goog", _GOOGLE),
    ("metadata.google.internal", _GOOGLE),
    ("instance-data", "https://github.com/canonical/cloud-init/blob/21.1/doc/rtd/topics/datasources/ec2.rst"),
    ("instance-data.ec2.internal", "https://github.com/andersfugmann/aws-s3/blob/master/aws-s3/credentials.ml"),
    ("metadata.tencentyun.com", "https://www.tencentcloud.com/document/product/213/4934"),
    (
        "metadata.packet.net",
        "https://github.com/swisskyrepo/PayloadsAllTheThings/tree/master/Server%20Side%20Request%20Forgery",
    ),
    ("metadata.platformequinix.com", _EQUINIX),
    ("api.metadata.cloud.ibm.com", "https://cloud.ibm.com/docs/vpc?topic=vpc-imd-about"),
    ("rancher-metadata", "https://rancher.com/docs/rancher/v1.6/en/rancher-services/metadata-service/"),
)
"""The names of the metadata services of clouds."""

_WILDCARDS = "https://gist.github.com/tinogomes/c425aa2a56d289f16a1f4fcb8a65ea65"

ADDRESS_ZONES = (
    ("nip.io", "https://nip.io/"),
    ("sslip.io", "https://sslip.io/"),
    ("xip.io", _WILDCARDS),
    ("backname.io", "https://github.com/Twixes/backname"),
    ("traefik.me", "https://traefik.me/"),
    ("local-ip.co", "http://local-ip.co/"),
    ("local-ip.sh", "https://local-ip.sh/"),
    ("1u.ms", "https://github.com/neex/1u.ms"),
    ("rbndr.us", "https://github.com/taviso/rbndr"),
    # Windows resolves these by itself.
    (
        "ipv6-literal.net",
        "https://devblogs.microsoft.com/oldnewthing/20100915-00/?p=12863",
    ),
)
"""Domains whose subdomains resolve to the address that is written in the name: ``127.0.0.1.nip.io``."""

LOOPBACK_ZONES = (
    ("localtest.me", _WILDCARDS),
    ("lvh.me", _WILDCARDS),
    ("vcap.me", _WILDCARDS),
    ("lacolhost.com", _WILDCARDS),
    ("yoogle.com", _WILDCARDS),
    ("fuf.me", _WILDCARDS),
    ("127-0-0-1.org.uk", _WILDCARDS),
    ("local.sisteminha.com", _WILDCARDS),
    ("localho.st", "https://github.com/hyperledger/fabric-samples/blob/main/test-network-k8s/docs/KUBERNETES.md"),
    ("lcl.host", "https://anchor.dev/docs/lcl-host"),
    ("localhost.localstack.cloud", "https://docs.localstack.cloud/aws/capabilities/networking/accessing-endpoint-url"),
    ("lndo.site", "https://docs.lando.dev/core/v3/proxy.html"),
    ("ddev.site", "https://docs.ddev.com/en/stable/users/configuration/config/"),
)
"""Domains that, with all their subdomains, resolve to 127.0.0.1, or have done so."""
