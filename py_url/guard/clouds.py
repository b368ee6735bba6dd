"""Addresses of clouds that are not what they look like: metadata services, and networks inside that look public.

One table, as of `AS_OF`. Each row has its public source.
"""

from __future__ import annotations

AS_OF = "2026-11-24"

_AWS = "https://docs.aws.amazon.com"
_GOOGLE = "https://cloud.google.com"
_IBM = "https://cloud.ibm.com/apidocs/vpc"
_EKS = f"{_AWS}/eks/latest/userguide/pod-id-agent-setup.html"
_AZURE = "https://learn.microsoft.com/en-us/azure/virtual-network/what-is-ip-address-168-63-129-16"
_ORACLE = (
    "https://docs.oracle.com/en/cloud/cloud-at-customer/occ-get-started/retrieve-predefined-instance-metadata.html"
)
_SCALEWAY = "https://cloudinit.readthedocs.io/en/latest/reference/datasources/scaleway.html"
_ALIBABA = "https://www.alibabacloud.com/help/en/ecs/user-guide/view-instance-metadata"
_TENCENT = "https://github.com/DataDog/datadog-agent/blob/main/pkg/util/cloudproviders/tencent/tencent.go"
_OPENSTACK = "https://docs.openstack.org/nova/latest/admin/metadata-service.html"

RANGES = (
    # AWS, and most other clouds.
    ("169.254.169.254", "metadata", f"{_AWS}/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html"),
    ("fd00:ec2::254", "metadata", f"{_AWS}/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html"),
    ("169.254.170.2", "metadata", f"{_AWS}/AmazonECS/latest/developerguide/task-iam-roles.html"),
    ("169.254.170.23", "metadata", _EKS),
    ("fd00:ec2::23", "metadata", _EKS),
    ("168.63.129.16", "metadata", _AZURE),
    ("192.0.0.192", "metadata", _ORACLE),
    ("100.100.100.200", "metadata", _ALIBABA),
    ("169.254.0.23", "metadata", _TENCENT),
    ("169.254.42.42", "metadata", _SCALEWAY),
    ("fd00:42::42", "metadata", _SCALEWAY),
    ("fd20:ce::254", "metadata", f"{_GOOGLE}/compute/docs/metadata/querying-metadata"),
    ("fe80::a9fe:a9fe", "metadata", _OPENSTACK),
    # GKE gives every cluster this range for its services, if it has no other: Autopilot from 1.27, Standard from 1.29.
    ("34.118.224.0/20", "private", f"{_GOOGLE}/kubernetes-engine/docs/concepts/alias-ips"),
    # restricted.googleapis.com and private.googleapis.com, which are not announced to the internet.
    ("199.36.153.4/30", "private", f"{_GOOGLE}/vpc-service-controls/docs/private-connectivity"),
    ("2600:2d00:2:1000::/64", "private", f"{_GOOGLE}/vpc-service-controls/docs/private-connectivity"),
    ("199.36.153.8/30", "private", f"{_GOOGLE}/vpc/docs/configure-private-google-access"),
    ("2600:2d00:2:2000::/64", "private", f"{_GOOGLE}/vpc/docs/configure-private-google-access"),
    # The infrastructure (DNS, NTP, package mirrors) and the services of IBM Cloud.
    ("161.26.0.0/16", "private", _IBM),
    ("166.8.0.0/14", "private", _IBM),
)
"""Networks, each with one of `py_url.guard.KINDS` and its source."""


def networks_of(kind: str, *, ipv6: bool) -> list[str]:
    """Return the networks of one kind, of IPv4 or IPv6."""
    return [network for network, of_kind, _ in RANGES if of_kind == kind and (":" in network) == ipv6]
