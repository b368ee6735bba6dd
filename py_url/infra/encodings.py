"""Encoding §4.2 and §4.3: the encoding labels a caller may name, as far as the URL parser needs them.

In: an encoding label. Out: the name of the output encoding. Only UTF-8 is an output encoding in this release.
"""

from __future__ import annotations

_UTF_8_LABELS = frozenset({"unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"})
# Get an output encoding gives UTF-8 for these, which nothing may be encoded to.
_REPLACED_LABELS = frozenset(
    {"replacement", "csiso2022kr", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr"}
    | {"unicodefffe", "utf-16be", "csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff"}
    | {"utf-16", "utf-16le"}
)


def get_an_output_encoding(label: str) -> str:
    """Encoding's *get an output encoding* for a label: ``"UTF-8"``.

    Raises LookupError for every other encoding, known to the Encoding Standard or not.
    """
    if not isinstance(label, str):
        raise TypeError(f"an encoding label is a str, not {type(label).__name__}")
    name = label.strip("\t\n\f\r ").lower()
    if name in _UTF_8_LABELS or name in _REPLACED_LABELS:
        return "UTF-8"
    raise LookupError(f"queries are encoded in UTF-8 only; {label!r} is not an encoding this release can write")
