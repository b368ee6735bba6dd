"""Punycode (RFC 3492), as §3.3 IDNA needs it: the encoder, and a decoder that accepts only what the encoder writes.

Converts between a label and its Punycode without the ``xn--``; returns None if that is impossible. The standard
library's encoder takes time proportional to the length of a label times the number of its distinct code points, and its
decoder accepts more than it should. The section numbers below are those of RFC 3492.
https://www.rfc-editor.org/rfc/rfc3492
"""

from __future__ import annotations

from bisect import bisect_left

# ICU's limits on the length of a label, in code points. Browsers have the same limits.
MAX_LABEL = 1_000
MAX_PUNYCODE = 2_000

# §5 Parameter values for Punycode
_BASE, _T_MIN, _T_MAX, _SKEW, _DAMP, _INITIAL_BIAS, _INITIAL_N = 36, 1, 26, 38, 700, 72, 0x80
_DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"


def encode(label: str) -> str | None:
    """§6.3 Encoding procedure: ``encode("bücher") == "bcher-kva"``. None for a label too long for browsers."""
    if len(label) > MAX_LABEL:
        return None
    # The places of the code points encoded so far. The delta of the next one depends on how many are before it.
    encoded = [place for place, char in enumerate(label) if char < "\x80"]
    basic = len(encoded)
    output = [label[place] for place in encoded]
    if basic:
        output.append("-")
    n, previous, bias = _INITIAL_N, 0, _INITIAL_BIAS
    for code_point, place in sorted([(ord(char), place) for place, char in enumerate(label) if char >= "\x80"]):
        index = bisect_left(encoded, place)
        points = len(encoded) + 1
        delta = (code_point - n) * points + index - previous
        _append_integer(output, delta, bias)
        bias = _adapt(delta, points, first=points == basic + 1)
        encoded.insert(index, place)
        n, previous = code_point, index + 1
    return "".join(output) if len(output) <= MAX_PUNYCODE else None


def decode(punycode: str) -> str | None:
    """§6.2 Decoding procedure: ``decode("bcher-kva") == "bücher"``. None for anything `encode` does not write."""
    if len(punycode) > MAX_PUNYCODE or not punycode.isascii():
        return None
    try:
        label = punycode.encode().decode("punycode")
    except (UnicodeError, OverflowError):  # raised if the codec's error has a place that does not fit into a C int
        return None
    return label if encode(label) == punycode else None


def _append_integer(output: list[str], integer: int, bias: int) -> None:
    """§3.3 Generalized variable-length integers."""
    k = _BASE - bias
    while True:
        threshold = min(max(k, _T_MIN), _T_MAX)
        if integer < threshold:
            output.append(_DIGITS[integer])
            return
        integer, digit = divmod(integer - threshold, _BASE - threshold)
        output.append(_DIGITS[threshold + digit])
        k += _BASE


def _adapt(delta: int, points: int, *, first: bool) -> int:
    """§6.1 Bias adaptation function."""
    delta = delta // _DAMP if first else delta // 2
    delta += delta // points
    k = 0
    while delta > ((_BASE - _T_MIN) * _T_MAX) // 2:
        delta //= _BASE - _T_MIN
        k += _BASE
    return k + (_BASE - _T_MIN + 1) * delta // (delta + _SKEW)
