"""Encoding §4.2 and §4.3: the labels of encodings.

Takes an encoding label and returns the name of its output encoding. The labels whose output encoding is UTF-8 are
listed here. All others are looked up in the `webencodings` package (the extra ``encodings``), which is imported only
when such a label is used. https://encoding.spec.whatwg.org/#names-and-labels
"""

from __future__ import annotations

from py_url.standard.infra.code_points import ASCII_WHITESPACE, plain_str

_UTF_8_LABELS = frozenset({"unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"})
# *Get an output encoding* returns UTF-8 for these encodings, because the standard has no encoder for them.
_REPLACED_LABELS = frozenset(
    {"replacement", "csiso2022kr", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr"}
    | {"unicodefffe", "utf-16be", "csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff"}
    | {"utf-16", "utf-16le"}
)
# Names that start with "windows-" or "x-" are lowercase and the others are uppercase, with these exceptions.
_NAMES = {"big5": "Big5", "gb18030": "gb18030", "macintosh": "macintosh", "shift_jis": "Shift_JIS"}


def get_an_output_encoding(label: str) -> str:
    """Encoding's *get an output encoding* for a label.

    https://encoding.spec.whatwg.org/#get-an-output-encoding

    Raises:
        TypeError: If *label* is not a str.
        LookupError: If it is not a label of the Encoding Standard.
        ModuleNotFoundError: If the extra ``encodings`` is not installed and the output encoding is not UTF-8.

    >>> get_an_output_encoding("latin1")
    'windows-1252'
    """
    if not isinstance(label, str):
        raise TypeError(f"an encoding label must be a str, not {type(label).__name__}")
    label = plain_str(label)
    # Only ASCII is lowercased: str.lower would turn the Kelvin sign into a "k".
    name = label.strip(ASCII_WHITESPACE).lower() if label.isascii() else label
    if name in _UTF_8_LABELS or name in _REPLACED_LABELS:
        return "UTF-8"
    try:
        from webencodings.labels import LABELS
    except ModuleNotFoundError:
        from py_url.standard.infra.extras import how_to_install
        from py_url.standard.infra.showing import quoted

        raise ModuleNotFoundError(
            f"{quoted(label)} is not a label of UTF-8 or UTF-16, and other encodings need the package webencodings: "
            f"{how_to_install('encodings', 'webencodings')}",
            name="webencodings",
        ) from None
    if name not in LABELS:
        from py_url.standard.infra.showing import quoted

        raise LookupError(f"{quoted(label)} is not a label of the Encoding Standard")
    name = LABELS[name]
    return _NAMES.get(name) or (name if name.startswith(("windows-", "x-")) else name.upper())
