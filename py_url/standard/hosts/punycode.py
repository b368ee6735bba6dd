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
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_MAX_CODE_POINT = 0x10FFFF
# No label that is short enough has a greater one.
_MAX_DELTA = _MAX_CODE_POINT * (MAX_LABEL + 1)


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
    n, previous, bias, damp = _INITIAL_N, 0, _INITIAL_BIAS, _DAMP
    points = basic
    for char, place in sorted([(char, place) for place, char in enumerate(label) if char >= "\x80"]):
        index = bisect_left(encoded, place)
        points += 1
        code_point = ord(char)
        delta = (code_point - n) * points + index - previous
        # §3.3 Generalized variable-length integers
        integer, k = delta, _BASE - bias
        while True:
            threshold = _T_MIN if k <= _T_MIN else min(_T_MAX, k)
            if integer < threshold:
                break
            integer, digit = divmod(integer - threshold, _BASE - threshold)
            output.append(_DIGITS[threshold + digit])
            k += _BASE
        output.append(_DIGITS[integer])
        bias, damp = _adapt(delta // damp, points), 2
        encoded.insert(index, place)
        n, previous = code_point, index + 1
    return "".join(output) if len(output) <= MAX_PUNYCODE else None


def decode(punycode: str) -> str | None:
    """§6.2 Decoding procedure: ``decode("bcher-kva") == "bücher"``. None for anything `encode` does not write."""
    if len(punycode) > MAX_PUNYCODE or not punycode.isascii():
        return None
    basic, delimiter, digits = punycode.rpartition("-")
    if delimiter and not basic:
        return None
    output = [*basic]
    n, index, bias, damp = _INITIAL_N, 0, _INITIAL_BIAS, _DAMP
    place, end, points = 0, len(digits), len(output)
    while place < end:
        # As above. Each integer has one spelling, so `encode` would write the same digits.
        delta, weight, k = 0, 1, _BASE - bias
        while True:
            digit = _VALUES.get(digits[place]) if place < end else None
            if digit is None or delta > _MAX_DELTA:
                return None
            place += 1
            delta += digit * weight
            threshold = _T_MIN if k <= _T_MIN else min(_T_MAX, k)
            if digit < threshold:
                break
            weight *= _BASE - threshold
            k += _BASE
        points += 1
        bias, damp = _adapt(delta // damp, points), 2
        more, index = divmod(index + delta, points)
        n += more
        if n > _MAX_CODE_POINT:
            return None
        output.insert(index, chr(n))
        index += 1
    return "".join(output) if points <= MAX_LABEL else None


def _adapt(delta: int, points: int) -> int:
    """§6.1 Bias adaptation function. *delta* is already damped."""
    delta += delta // points
    k = 0
    while delta > ((_BASE - _T_MIN) * _T_MAX) // 2:
        delta //= _BASE - _T_MIN
        k += _BASE
    return k + (_BASE - _T_MIN + 1) * delta // (delta + _SKEW)
