"""Encoding §4.2 and §4.3: the encoding labels that a caller may name.

In: an encoding label. Out: the name of its output encoding. UTF-8 and what stands for it are known here; the table of
all other labels is the `webencodings` package's (the extra ``encodings``), imported when one is named.
"""

from __future__ import annotations

_UTF_8_LABELS = frozenset({"unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"})
# Get an output encoding gives UTF-8 for these, which nothing may be encoded to.
_REPLACED_LABELS = frozenset(
    {"replacement", "csiso2022kr", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr"}
    | {"unicodefffe", "utf-16be", "csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff"}
    | {"utf-16", "utf-16le"}
)
# The names that are neither all in capitals nor, as those that begin with "windows-" or "x-", all in small letters.
_NAMES = {"big5": "Big5", "gb18030": "gb18030", "macintosh": "macintosh", "shift_jis": "Shift_JIS"}


def get_an_output_encoding(label: str) -> str:
    """Encoding's *get an output encoding* for a label: ``get_an_output_encoding("latin1") == "windows-1252"``.

    Raises TypeError for what is no str, LookupError for what is no label of the Encoding Standard, and
    ModuleNotFoundError for any but those of UTF-8, and what stands for it, where the extra ``encodings`` is missing.
    """
    if not isinstance(label, str):
        raise TypeError(f"an encoding label is a str, not {type(label).__name__}")
    # Of ASCII only: the Kelvin sign is no letter of a label, though its lower case is.
    name = label.strip("\t\n\f\r ").lower() if label.isascii() else label
    if name in _UTF_8_LABELS or name in _REPLACED_LABELS:
        return "UTF-8"
    try:
        from webencodings.labels import LABELS
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"the encoding {label!r:.50} needs the package webencodings: pip install 'py-url-whatwg[encodings]'",
            name="webencodings",
        ) from None
    if name not in LABELS:
        raise LookupError(f"{label!r:.50} is not a label of the Encoding Standard")
    name = LABELS[name]
    return _NAMES.get(name) or (name if name.startswith(("windows-", "x-")) else name.upper())
