"""A table of URI schemes from IANA's registry, and the rules of RFC 7595 and its ancestors for the name of a scheme.

`SCHEMES` maps the name of a scheme to its entry; `scheme_name_problems` lists what is wrong with it. See
https://www.rfc-editor.org/rfc/rfc7595.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from py_url.specs.grammar import DOMAIN_LABEL
from py_url.specs.rfc3986.normalization import DEFAULT_PORTS
from py_url.standard.infra.arguments import SCHEME, expect_one_of, expect_str
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

__all__ = ["DATE", "LICENCE", "SCHEMES", "SOURCE", "Scheme", "scheme_name_problems"]

Shape: TypeAlias = Literal["hierarchical", "opaque", "either"]
Status: TypeAlias = Literal["permanent", "provisional", "historical", "unregistered"]

#: Where the names and statuses come from: IANA's registry, as of `DATE`. The table lists those that people meet, and
#: some schemes that are not in the registry. Shapes, default ports and years come from the schemes' specifications.
SOURCE = "https://www.iana.org/assignments/uri-schemes/uri-schemes.xhtml"
DATE = "2022-11-18"
#: The terms of the registry: IANA dedicates its protocol registries to the public domain (CC0 1.0).
LICENCE = "https://www.iana.org/help/licensing-terms"

_SYNTAX = re.compile(SCHEME)
_LABEL = re.compile(DOMAIN_LABEL)
# How private names mostly start: the reversed domain name of an organization.
_TOP_LEVEL = frozenset({"com", "edu", "gov", "int", "mil", "net", "org"})
_GENERAL = frozenset({"universal", "standard", "uri", "url", "scheme", "generic", "general", "internet", "web"})


class Scheme(NamedTuple):
    """A scheme: its *name*, the *shape* of its URIs, its *status*, its specification and the *year* of that.

    URIs that are "hierarchical" have an authority, "opaque" ones have a path without an authority, and "either" allows
    both. The status is that of RFC 7595 §4, or "unregistered". If there is no specification with a number, *reference*
    says whose scheme it is, and the year is about when programs began to use it.
    """

    name: str
    reference: str
    shape: Shape
    status: Status
    year: int

    @property
    def default_port(self) -> int | None:
        """The port of a URI of this scheme that does not name one; None if the scheme has no default port."""
        return DEFAULT_PORTS.get(self.name)

    @property
    def is_special(self) -> bool:
        """Whether the scheme is special in the URL Standard."""
        return self.name in SPECIAL_SCHEMES

    @property
    def is_hierarchical(self) -> bool:
        """Whether URIs of this scheme can have an authority and a path of segments, which relative references need."""
        return self.shape != "opaque"

    @property
    def path_kinds(self) -> tuple[str, ...]:
        """The rules of RFC 3986 §3.3 that the paths of its URIs follow."""
        hierarchical, opaque = ("path-abempty",), ("path-rootless", "path-empty")
        if self.shape == "either":
            return (*hierarchical, "path-absolute", *(opaque if self.name != "file" else ()))
        return hierarchical if self.shape == "hierarchical" else opaque


# The name of each scheme, its specification and the year of that, by status and by shape.
_TABLE: dict[tuple[Status, Shape], str] = {
    ("permanent", "hierarchical"): """
acap RFC 2244 1997
coap RFC 7252 2014
coap+tcp RFC 8323 2018
coap+ws RFC 8323 2018
coaps RFC 7252 2014
coaps+tcp RFC 8323 2018
coaps+ws RFC 8323 2018
dict RFC 2229 1997
ftp RFC 1738 1994
gopher RFC 4266 2005
http RFC 9110 §4.2.1 2022
https RFC 9110 §4.2.2 2022
icap RFC 3507 2003
imap RFC 5092 2007
ipp RFC 3510 2003
ipps RFC 7472 2015
ldap RFC 4516 2006
msrp RFC 4975 2007
nfs RFC 2224 1997
ni RFC 6920 2013
nntp RFC 5538 2010
pop RFC 2384 1998
rtsp RFC 7826 2016
rtsps RFC 7826 2016
sieve RFC 5804 2010
snmp RFC 4088 2005
telnet RFC 4248 2005
tftp RFC 3617 2003
tn3270 RFC 6270 2011
vnc RFC 7869 2016
ws RFC 6455 2011
wss RFC 6455 2011
""",
    ("permanent", "opaque"): """
about RFC 6694 2012
acct RFC 7565 2015
cid RFC 2392 1998
data RFC 2397 1998
dav RFC 4918 2007
geo RFC 5870 2010
im RFC 3860 2004
info RFC 4452 2006
jabber Peter Saint-Andre 1999
mailto RFC 6068 2010
mid RFC 2392 1998
nih RFC 6920 2013
opaquelocktoken RFC 4918 2007
pkcs11 RFC 7512 2015
pres RFC 3859 2004
sip RFC 3261 2002
sips RFC 3261 2002
sms RFC 5724 2010
stun RFC 7064 2013
stuns RFC 7064 2013
tag RFC 4151 2005
tel RFC 3966 2004
turn RFC 7065 2013
turns RFC 7065 2013
urn RFC 8141 2017
""",
    ("permanent", "either"): """
dns RFC 4501 2006
example RFC 7595 2015
file RFC 8089 2017
news RFC 5538 2010
xmpp RFC 5122 2008
""",
    ("provisional", "hierarchical"): """
chrome Chromium 2008
chrome-extension Chromium 2009
content Android 2008
git Git 2005
ipfs IPFS 2015
ipns IPFS 2015
irc draft-butcher-irc-url 2003
itms Apple 2003
market Android 2008
mongodb MongoDB 2009
otpauth Google Authenticator 2010
payto RFC 8905 2020
rsync RFC 5781 2010
rtmp Adobe 2012
sftp draft-ietf-secsh-scp-sftp-ssh-uri 2006
smb draft-crhertel-smb-url 2007
ssh draft-ietf-secsh-scp-sftp-ssh-uri 2006
steam Valve 2003
svn Subversion 2004
webcal Apple 2002
""",
    ("provisional", "opaque"): """
bitcoin BIP 21 2012
blob File API §8 2009
jar Java 1998
magnet magnet-uri.sourceforge.net 2002
skype Skype 2003
view-source Netscape 1995
""",
    ("provisional", "either"): """
feed draft-obasanjo-feed-URI-scheme 2003
matrix Matrix 2021
spotify Spotify 2008
vscode Visual Studio Code 2016
""",
    ("historical", "hierarchical"): """
prospero RFC 4157 2005
snews RFC 5538 2010
wais RFC 4156 2005
""",
    ("historical", "opaque"): """
fax RFC 2806 2000
filesystem File API: Directories and System 2012
mailserver RFC 6196 2011
modem RFC 2806 2000
""",
    ("unregistered", "hierarchical"): """
android-app Android 2013
discord Discord 2015
gs Google Cloud Storage 2010
hdfs Apache Hadoop 2006
itms-apps Apple 2008
moz-extension Firefox 2015
postgres PostgreSQL 2012
postgresql PostgreSQL 2012
s3 Amazon S3 2006
slack Slack 2014
tg Telegram 2014
whatsapp WhatsApp 2013
zoommtg Zoom 2013
""",
    ("unregistered", "opaque"): """
javascript HTML Standard §7.4.2.3.2 1995
""",
    ("unregistered", "either"): """
intent Android 2008
msteams Microsoft Teams 2017
""",
}

#: Maps the name of each scheme to its entry.
SCHEMES: dict[str, Scheme] = {
    name: Scheme(name, reference, shape, status, int(year))
    for (status, shape), rows in _TABLE.items()
    for name, reference, year in re.findall("(.*?) (.*) (.*)", rows)
}


def scheme_name_problems(name: str, guidelines: Literal["RFC 2718", "RFC 4395", "RFC 7595"] = "RFC 7595") -> list[str]:
    """List what is wrong with *name* for a new scheme, one sentence each; the list of a good name is empty.

    *guidelines* are those of RFC 7595 (§3.8), of RFC 4395 (§2.8), which it obsoletes, or of RFC 2718 (§2.5) and RFC
    2717 (§3.2), which RFC 4395 obsoletes. They differ in the names of organizations: RFC 7595 wants
    ``com.example.mything``, RFC 4395 ``com-example-mything``, and RFC 2717 keeps "-" for registries that never came.

    Two rules need human judgement: a name should be short and meaningful, and must not be someone's trademark.

    Raises:
        TypeError: If an argument is not a str.
        ValueError: For other guidelines.

    >>> scheme_name_problems("a"), len(scheme_name_problems("a_b"))
    ([], 1)
    """
    expect_one_of(guidelines, ("RFC 2718", "RFC 4395", "RFC 7595"), "the guidelines")
    name = expect_str(name, "the name of the scheme")
    if not _SYNTAX.fullmatch(name):
        return ["a scheme must start with a letter and may contain only letters, digits, '+', '-' and '.'"]
    problems = []
    if name != name.lower() and guidelines != "RFC 2718":
        problems.append("a scheme must be registered in lower case")
    if guidelines == "RFC 2718":
        if name.lower().startswith("ur"):
            problems.append("a scheme that starts with 'ur' needs a large consensus, or another name")
        if "-" in name:
            problems.append("a scheme of the IETF tree must not contain '-', which follows the prefix of another tree")
    elif guidelines == "RFC 4395" and name.partition(".")[0].lower() in _TOP_LEVEL and "." in name:
        problems.append("a private scheme starts with a reversed domain name with '-', as in com-example-mything")
    elif guidelines == "RFC 7595" and "." in name and not all(map(_LABEL.fullmatch, name.split("."))):
        problems.append("a scheme with '.' must start with a reversed domain name, as in com.example.mything")
    if name.lower() in _GENERAL and guidelines == "RFC 7595":
        problems.append("the name of the scheme is too general")
    if name.lower() in SCHEMES:
        scheme = SCHEMES[name.lower()]
        how = "in use without a registration" if scheme.status == "unregistered" else "already registered"
        problems.append(f"the scheme is {how} by {scheme.reference}")
    return problems
