"""§3.1, §3.5 and §3.6 for addresses, checked against the standard library's `ipaddress`."""

import ipaddress

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    example,
    given,
    strategies as st,
)

from py_url import InvalidURL  # noqa: E402 - as above
from py_url.standard import IPv4Address, IPv6Address, host_parse, serialize_host, validate_host  # noqa: E402 - as above
from py_url.standard.hosts.ipv4 import ends_in_a_number  # noqa: E402 - as above
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import (  # noqa: E402 - as above
    evenly,
    ipv4_addresses,
    ipv4_spellings,
    ipv6_addresses,
    ipv6_near_misses,
    ipv6_spellings,
    mutated,
)
from tests.support.hypothesis_profile import many  # noqa: E402 - as above

FAULTS = frozenset({"IPv6-piece-leading-zero"})
"""Validation errors that do not stop an IPv6 address from parsing."""


def parsed(host):
    """Return the host parser's result for *host*, or None if it fails."""
    try:
        return host_parse(host)
    except InvalidURL:
        return None


def as_ipaddress(text):
    """Return the eight pieces according to `ipaddress`, or None if it refuses *text*."""
    # `ipaddress` supports zones, "fe80::1%eth0"; the standard does not.
    if "%" in text:
        return None
    try:
        packed = ipaddress.IPv6Address(text).packed
    except ipaddress.AddressValueError:
        return None
    return tuple(packed[index] << 8 | packed[index + 1] for index in range(0, 16, 2))


def pieces_of(number):
    return tuple(number >> shift & 0xFFFF for shift in range(112, -16, -16))


@reaches(an_address=0.2, none=0.1, ipv4=0.05, ipv4_in_none=0.02)
@many
@given(evenly(ipv6_near_misses, ipv6_addresses))
# A parser that counts "::" as no piece, or counts it wrongly, accepts these.
@example("1::2:3:4:5:6:7:8")
@example("::1:2:3:4:5:6:7:8")
@example("1:2:3:4:5:6:7:8::")
@example("1:2:3:4:5:6::1.2.3.4")
# Addresses with one piece fewer, and others with a piece, a part or a colon too many or too few.
@example("1::2:3:4:5:6:7")
@example("::1:2:3:4:5:6:7")
@example("1:2:3:4:5:6:7::")
@example("1:2:3:4:5::1.2.3.4")
@example("1:2:3:4:5:6:1.2.3.4")
@example("1:2:3:4:5:1.2.3.4")
@example("1:2:3:4:5:6:7:1.2.3.4")
@example("::1.2.3")
@example("::1.2.3.4.5")
@example("::1.2.3.256")
@example("::1.2.3.04")
@example(":1:2:3:4:5:6:7:8")
@example("1:2:3:4:5:6:7:8:")
@example("1::2::3")
@example(":::")
@example("")
def test_an_ipv6_address_is_what_ipaddress_takes(text):
    expected = as_ipaddress(text)
    address = parsed(f"[{text}]")
    assert (None if address is None else tuple(address)) == expected
    # With a reporter the parser takes another path, piece by piece.
    errors = validate_host(f"[{text}]")
    assert any(error.fatal for error in errors) == (expected is None)
    assert {error.name for error in errors if not error.fatal} <= FAULTS
    reached("none" if expected is None else "an_address")
    if "." in text:
        reached("ipv4_in_none" if expected is None else "ipv4")


@reaches(compressed=0.2, ipv4=0.2, leading_zero=0.2)
@many
@given(ipv6_spellings())
def test_an_ipv6_address_has_the_pieces_it_was_made_of(spelling):
    text, pieces = spelling
    assert as_ipaddress(text) == pieces, "else the strategy is wrong"
    assert parsed(f"[{text}]") == IPv6Address(pieces)
    has_leading_zero = any(len(piece) > 1 and piece[0] == "0" and "." not in piece for piece in text.split(":"))
    assert [error.name for error in validate_host(f"[{text}]")][:1] == (
        ["IPv6-piece-leading-zero"] if has_leading_zero else []
    )
    for name, is_so in (("compressed", "::" in text), ("ipv4", "." in text), ("leading_zero", has_leading_zero)):
        if is_so:
            reached(name)


@reaches(compressed=0.3, mapped=0.03)
@many
@given(
    evenly(
        st.lists(st.sampled_from([0, 0, 1, 0xFFFF]), min_size=8, max_size=8).map(tuple),
        st.integers(0, 2**128 - 1).map(pieces_of),
        st.integers(0xFFFF_0000_0000, 0xFFFF_FFFF_FFFF).map(pieces_of),
    )
)
@example((0, 0, 1, 0, 0, 0, 0, 0))
@example((1, 0, 0, 0, 1, 0, 0, 0))
@example((1, 0, 1, 1, 1, 1, 1, 1))
def test_an_ipv6_address_is_written_as_ipaddress_writes_it(pieces):
    number = int.from_bytes(b"".join(piece.to_bytes(2) for piece in pieces))
    address = IPv6Address(pieces)
    expected = ipaddress.IPv6Address(number).compressed
    if pieces[:6] == (0, 0, 0, 0, 0, 0xFFFF):
        # Since Python 3.13 it writes an IPv4 address at the end of such an address; RFC 5952 allows both.
        reached("mapped")
        expected = f"::ffff:{pieces[6]:x}:{pieces[7]:x}"
    if "::" in expected:
        reached("compressed")
    assert str(address) == expected
    assert serialize_host(address) == f"[{expected}]"
    assert int(address) == number
    assert parsed(f"[{expected}]") == address


@reaches(fewer_parts=0.3, other_radix=0.3, ends_in_a_dot=0.1)
@many
@given(ipv4_spellings())
@example(("0x.0X.0", 0))
@example(("4294967295.", 2**32 - 1))
@example(("0xffffffff", 2**32 - 1))
@example(("037777777777", 2**32 - 1))
@example(("1.16777215", 2**25 - 1))
@example(("255.255.65535", 2**32 - 1))
def test_an_ipv4_address_has_the_value_it_was_made_of(spelling):
    text, value = spelling
    assert ends_in_a_number(text)
    address = parsed(text)
    assert address == value
    assert isinstance(address, IPv4Address)
    assert str(address) == str(ipaddress.IPv4Address(value))
    assert parsed(str(address)) == value
    parts = text.removesuffix(".").split(".")
    has_other_radix = any(len(part) > 1 and part[0] == "0" for part in parts)
    expected = {
        "IPv4-empty-part": text.endswith("."),
        "IPv4-too-few-parts": len(parts) < 4,
        "IPv4-non-decimal-part": has_other_radix,
        "IPv4-out-of-range-part": len(parts) < 4 and value % 256 ** (5 - len(parts)) > 255,
    }
    names = {error.name for error in validate_host(text)}
    assert names - {"domain-to-ASCII"} == {name for name, is_so in expected.items() if is_so}
    for name, is_so in (
        ("fewer_parts", len(parts) < 4),
        ("other_radix", has_other_radix),
        ("ends_in_a_dot", text.endswith(".")),
    ):
        if is_so:
            reached(name)


_numbers = st.integers(0, 300) | st.integers(0, 2**33) | st.sampled_from([2**8, 2**16, 2**24, 2**32])
_parts = st.builds(str, _numbers) | _numbers.map("0x{:x}".format) | _numbers.map("0{:o}".format)


def by_the_standard(parts):
    """The steps of the IPv4 parser on numbers, from §3.5; None for failure."""
    if len(parts) > 4:
        return None
    numbers = [int(part, 16 if "x" in part else 8 if part[0] == "0" else 10) for part in parts]
    *first, last = numbers
    if any(number > 255 for number in first) or last >= 256 ** (5 - len(numbers)):
        return None
    return last + sum(number * 256 ** (3 - index) for index, number in enumerate(first))


@reaches(an_address=0.05, none=0.3)
@many
@given(st.lists(_parts, min_size=1, max_size=5))
@example(["256"])
@example(["255", "256"])
@example(["1", "2", "3", "256"])
@example(["1", "16777216"])
@example(["1", "2", "65536"])
@example(["256", "1"])
@example(["4294967296"])
def test_numbers_that_are_too_large_or_too_many_are_no_ipv4_address(parts):
    expected = by_the_standard(parts)
    reached("none" if expected is None else "an_address")
    address = parsed(".".join(parts))
    assert address == expected
    assert address is None or isinstance(address, IPv4Address)


@reaches(an_address=0.2, none=0.2)
@many
@given(evenly(ipv4_addresses, mutated(ipv4_addresses, [".", "0", "1", "00", "255", "x", "a", "-", "٣"])))
def test_what_ipaddress_takes_as_ipv4_has_the_same_value_here(text):
    try:
        expected = ipaddress.IPv4Address(text)
    except ipaddress.AddressValueError:
        reached("none")
        # `ipaddress` refuses strings that are not addresses, and addresses that are not four decimal parts.
        assert not isinstance(parsed(text), IPv4Address) or validate_host(text)
        return
    reached("an_address")
    assert parsed(text) == int(expected)
    assert validate_host(text) == []
