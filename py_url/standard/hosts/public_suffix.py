"""§3.2 Host miscellaneous, the Public Suffix List part: public suffix and registrable domain.

Takes a host and returns a `Domain` or None. The list comes from the `publicsuffixlist` package (the extra ``psl``). Its
file is read on first use into a tree of labels, which takes a few lookups where the package takes three for each label.
Upgrade that package to get a newer list. https://url.spec.whatwg.org/#host-public-suffix and
https://github.com/publicsuffix/list/wiki/Format
"""

from __future__ import annotations

from functools import cache

from py_url.standard.hosts.host import host_parse
from py_url.standard.hosts.representation import Domain, Host, OpaqueHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # For each label the number of labels that the public suffix has if the domain goes no deeper (0 if no rule says),
    # and the labels that may be before it.
    Rules: TypeAlias = "dict[str, tuple[int, Rules]]"

# A domain name has at most 127 labels.
_MOST_LABELS = 128


def public_suffix(host: Host, *, private: bool = True) -> Domain | None:
    """§3.2 The *public suffix* of a host. The function of that name in `py_url.standard.urls.sites` takes URLs too."""
    return _last_labels(host, 0, private=private)


def registrable_domain(host: Host, *, private: bool = True) -> Domain | None:
    """§3.2 The *registrable domain* of a host, likewise."""
    return _last_labels(host, 1, private=private)


def has_list() -> bool:
    """Return whether the Public Suffix List is available, that is, whether the extra ``psl`` is installed."""
    return _list(True) is not None


def _last_labels(host: Host, more: int, *, private: bool) -> Domain | None:
    """Return the public suffix and *more* labels before it, or None if there are not as many."""
    if not isinstance(host, Domain):
        if not isinstance(host, str) or isinstance(host, OpaqueHost) or host == "":
            return None
        host = host_parse(host)
        if not isinstance(host, Domain):
            return None
    rules = _list(private)
    if rules is None:
        from py_url.standard.infra.extras import how_to_install

        raise ModuleNotFoundError(
            f"the Public Suffix List needs the package publicsuffixlist: {how_to_install('psl', 'publicsuffixlist')}",
            name="publicsuffixlist",
        )
    labels = host.lower().removesuffix(".").split(".")
    if "" in labels:
        return None
    length = 1  # a top-level domain that is not in the list is a public suffix too
    for label in reversed(labels):
        if label not in rules:
            break
        count, rules = rules[label]
        length = count or length
    length = min(length, len(labels)) + more
    if length > len(labels):
        return None
    part = ".".join(labels[-length:])
    return Domain(f"{part}." if host.endswith(".") else part)


@cache
def _list(private: bool) -> Rules | None:
    try:
        from publicsuffixlist import PSLFILE
    except ModuleNotFoundError:
        return None
    with open(PSLFILE, encoding="utf-8") as file:  # noqa: PTH123 - the package has the path as a str
        text = file.read()
    if not private:
        text = text.partition("// ===BEGIN ICANN DOMAINS===")[2].partition("// ===END ICANN DOMAINS===")[0]
    return _tree(text)


def _tree(text: str) -> Rules:
    from py_url.standard.hosts.punycode import encode

    tree: Rules = {}
    # Nearly all names are leaves, of which it takes one for each length.
    no_more: Rules = {}
    leaves = [(length, no_more) for length in range(_MOST_LABELS)]
    for line in text.split("\n"):
        rule = line.partition(" ")[0].rstrip()
        if not rule or rule.startswith("//"):
            continue
        labels = rule.lower().removeprefix("!").removeprefix("*.").split(".")
        if not rule.isascii():
            # The list's names are in the form that UTS #46 maps to, so the tables of Unicode are not needed.
            labels = [label if label.isascii() else f"xn--{encode(label)}" for label in labels]
        # An exception takes a label from the public suffix, and a wildcard adds one.
        length = len(labels) - (rule[0] == "!") + (rule[0] == "*")
        rules = tree
        for label in labels[:0:-1]:
            count, inner = rules.get(label, leaves[0])
            if inner is no_more:
                inner = {}
                rules[label] = count, inner
            rules = inner
        count, inner = rules.get(labels[0], leaves[0])
        if rule[0] != "!":
            length = max(length, count)
        rules[labels[0]] = leaves[length] if inner is no_more else (length, inner)
    return tree
