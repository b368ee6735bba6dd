"""§4.4 URL parsing: the states of the basic URL parser, one method each, named as in the standard.

Takes an input without tabs and newlines, a record to fill, perhaps a base URL, and a state to begin in. Fills the
record, or raises Failure, whose span is in that input, or StateOverrideFailure. https://url.spec.whatwg.org/#url-parsing

A state consumes a run of code points at once, up to the next one that matters to it. So there is no buffer: when the
standard decreases the pointer to read the buffer again, the pointer here has not moved yet.
"""

from __future__ import annotations

from py_url.standard.hosts.host import run_host_parser
from py_url.standard.infra.code_points import ASCII_DIGITS
from py_url.standard.infra.percent_encoding import (
    C0_CONTROL_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    USERINFO_PERCENT_ENCODE_SET,
    percent_encode_after_encoding,
)
from py_url.standard.infra.validation import Failure, StateOverrideFailure
from py_url.standard.urls.record import (
    DOUBLE_DOT_SEGMENTS,
    NORMALIZED_WINDOWS_DRIVE_LETTER,
    SINGLE_DOT_SEGMENTS,
    STARTS_WITH_A_WINDOWS_DRIVE_LETTER,
    WINDOWS_DRIVE_LETTER,
    URLRecord,
    has_opaque_path,
    includes_credentials,
    shorten,
)
from py_url.standard.urls.runs import (
    ASCII_ALPHA,
    AUTHORITY,
    DOT_SEGMENT,
    HOST_BEFORE_PORT,
    PATH,
    SCHEME,
    SLASHES,
    SPECIAL_AUTHORITY,
    end_of,
)
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES, default_port, port_number
from py_url.standard.urls.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from py_url.standard.hosts.representation import Host
    from py_url.standard.infra.percent_encoding import PercentEncodeSet
    from py_url.standard.infra.validation import Report

    NextState = Callable[[], "NextState | None"]


_BOTH_SLASHES = ("/", "\\")


class StateMachine:
    """One run of the state machine. A state method returns the next state's, or None when the parser is done."""

    __slots__ = ("base", "encoding", "input", "pointer", "special", "state_override", "url")

    # An older edition of the standard has another set.
    path_percent_encode_set: PercentEncodeSet = PATH_PERCENT_ENCODE_SET

    def __init__(
        self, input: str, url: URLRecord, base: URLRecord | None, override: State | None = None, encoding: str = "UTF-8"
    ) -> None:
        self.input = input
        self.url = url
        self.base = base
        self.state_override = override
        self.encoding = encoding
        self.pointer = 0
        self.special = url.scheme in SPECIAL_SCHEMES

    def run(self, state: State) -> None:
        """Run the states from *state* on until one ends the parse."""
        step: NextState | None = getattr(self, f"{state.name.lower()}_state")
        while step is not None:
            step = step()

    def scheme_start_state(self) -> NextState | None:
        if ASCII_ALPHA.match(self.input, self.pointer):
            return self.scheme_state
        if self.state_override is None:
            return self.no_scheme_state
        raise StateOverrideFailure

    def scheme_state(self) -> NextState | None:
        end = end_of(SCHEME, self.input, self.pointer)
        if not self.input.startswith(":", end):
            if self.state_override is None:
                return self.no_scheme_state
            raise StateOverrideFailure
        scheme = self.input[self.pointer : end].lower()
        if self.state_override is not None:
            self._replace_scheme(scheme)
            return None
        url, base = self.url, self.base
        url.scheme = scheme
        self.special = scheme in SPECIAL_SCHEMES
        self.pointer = end + 1
        if scheme == "file":
            return self.file_state
        if self.special and base is not None and base.scheme == scheme:
            return self.special_relative_or_authority_state
        if self.special:
            return self.special_authority_slashes_state
        if self.input.startswith("/", self.pointer):
            self.pointer += 1
            return self.path_or_authority_state
        url.path = ""
        return self.opaque_path_state

    def _replace_scheme(self, scheme: str) -> None:
        """What the scheme state does with a state override: refuse some changes, and drop a default port."""
        url = self.url
        if self.special != (scheme in SPECIAL_SCHEMES):
            return
        if scheme == "file" and (includes_credentials(url) or url.port is not None):
            return
        if url.scheme == "file" and url.host == "":
            return
        url.scheme = scheme
        if url.port == default_port(scheme):
            url.port = None

    def no_scheme_state(self) -> NextState | None:
        url, base = self.url, self.base
        fragment_only = self.input.startswith("#", self.pointer)
        if base is None or (has_opaque_path(base) and not fragment_only):
            message = None if base is None else "the base URL's path is opaque; write a scheme, or a fragment alone"
            raise Failure("missing-scheme-non-relative-URL", 0, len(self.input), message)
        if has_opaque_path(base):
            url.scheme = base.scheme
            self._copy_path_and_query(base)
            return self._query_or_fragment(self.pointer)
        return self.file_state if base.scheme == "file" else self.relative_state

    def special_relative_or_authority_state(self) -> NextState | None:
        if self.input.startswith("//", self.pointer):
            self.pointer += 2
            return self.special_authority_ignore_slashes_state
        return self.relative_state

    def path_or_authority_state(self) -> NextState | None:
        if self.input.startswith("/", self.pointer):
            self.pointer += 1
            return self.authority_state
        return self.path_state

    def relative_state(self) -> NextState | None:
        url, base = self.url, self._base()
        url.scheme = base.scheme
        self.special = base.scheme in SPECIAL_SCHEMES
        if self._at_slash():
            self.pointer += 1
            return self.relative_slash_state
        self._copy_authority(base)
        self._copy_path_and_query(base)
        if self.pointer == len(self.input) or self.input[self.pointer] in "?#":
            return self._query_or_fragment(self.pointer)
        url.query = None
        shorten(url)
        return self.path_state

    def relative_slash_state(self) -> NextState | None:
        if self._at_slash():
            self.pointer += 1
            return self.special_authority_ignore_slashes_state if self.special else self.authority_state
        self._copy_authority(self._base())
        return self.path_state

    def special_authority_slashes_state(self) -> NextState | None:
        if self.input.startswith("//", self.pointer):
            self.pointer += 2
        return self.special_authority_ignore_slashes_state

    def special_authority_ignore_slashes_state(self) -> NextState | None:
        self.pointer = end_of(SLASHES, self.input, self.pointer)
        return self.authority_state

    def authority_state(self) -> NextState | None:
        url = self.url
        end = self._authority_end()
        at_sign = self.input.rfind("@", self.pointer, end)
        if at_sign >= 0:
            username, _, password = self.input[self.pointer : at_sign].partition(":")
            url.username += USERINFO_PERCENT_ENCODE_SET.encode(username)
            url.password += USERINFO_PERCENT_ENCODE_SET.encode(password)
            self.pointer = at_sign + 1
            if self.pointer == end:
                raise Failure("host-missing", end, end)
        return self.host_state

    def host_state(self) -> NextState | None:
        url, override = self.url, self.state_override
        if override is not None and url.scheme == "file":
            return self.file_host_state
        start, end = self.pointer, self._authority_end()
        host_end = end_of(HOST_BEFORE_PORT, self.input, start, end)
        if host_end < end:
            if host_end == start:
                raise Failure("host-missing", start, start)
            if override is State.HOSTNAME:
                raise StateOverrideFailure
            url.host = self._parse_host(start, host_end)
            self.pointer = host_end + 1
            return self.port_state
        if start == end and self.special:
            raise Failure("host-missing", start, start)
        if start == end and override is not None and (includes_credentials(url) or url.port is not None):
            raise StateOverrideFailure
        url.host = self._parse_host(start, end)
        self.pointer = end
        return self.path_start_state if override is None else None

    hostname_state = host_state

    def port_state(self) -> NextState | None:
        url, start = self.url, self.pointer
        end = end_of(ASCII_DIGITS, self.input, start)
        if self.state_override is None and end < self._authority_end():
            raise Failure("port-invalid", end, end + 1)
        if end > start:
            port = port_number(self.input[start:end])
            if port is None:
                raise Failure("port-out-of-range", start, end)
            url.port = None if port == default_port(url.scheme) else port
            if self.state_override is not None:
                return None
        if self.state_override is not None:
            raise StateOverrideFailure
        self.pointer = end
        return self.path_start_state

    def file_state(self) -> NextState | None:
        url, base = self.url, self.base
        url.scheme = "file"
        url.host = ""
        self.special = True
        if self.input.startswith(_BOTH_SLASHES, self.pointer):
            self.pointer += 1
            return self.file_slash_state
        if base is None or base.scheme != "file":
            return self.path_state
        base = self._base()
        url.host = base.host
        self._copy_path_and_query(base)
        if self.pointer == len(self.input) or self.input[self.pointer] in "?#":
            return self._query_or_fragment(self.pointer)
        url.query = None
        if STARTS_WITH_A_WINDOWS_DRIVE_LETTER.match(self.input, self.pointer):
            url.path = []
        else:
            shorten(url)
        return self.path_state

    def file_slash_state(self) -> NextState | None:
        url, base = self.url, self.base
        if self.input.startswith(_BOTH_SLASHES, self.pointer):
            self.pointer += 1
            return self.file_host_state
        if base is not None and base.scheme == "file":
            url.host = base.host
            drive = base.path[0] if base.path else ""
            if NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(drive) and not STARTS_WITH_A_WINDOWS_DRIVE_LETTER.match(
                self.input, self.pointer
            ):
                self._path().append(drive)
        return self.path_state

    def file_host_state(self) -> NextState | None:
        url = self.url
        start, end = self.pointer, end_of(SPECIAL_AUTHORITY, self.input, self.pointer)
        if self.state_override is None and WINDOWS_DRIVE_LETTER.fullmatch(self.input, start, end):
            return self.path_state
        host = self._parse_host(start, end) if start < end else ""
        url.host = "" if host == "localhost" else host
        self.pointer = end
        return self.path_start_state if self.state_override is None else None

    def path_start_state(self) -> NextState | None:
        if self.special:
            self.pointer += self._at_slash()
            return self.path_state
        if self.pointer == len(self.input):
            if self.state_override is not None and self.url.host is None:
                self._path().append("")
            return None
        if self.state_override is None and self.input[self.pointer] in "?#":
            return self._query_or_fragment(self.pointer)
        self.pointer += self._at_slash()
        return self.path_state

    def path_state(self) -> NextState | None:
        url, path = self.url, self._path()
        end = len(self.input) if self.state_override else end_of(PATH, self.input, self.pointer)
        text = self.input[self.pointer : end]
        if self.special:
            text = text.replace("\\", "/")
        text = self.path_percent_encode_set.encode(text)
        segments = text.split("/")
        if url.scheme == "file" or DOT_SEGMENT.search(text):
            last = segments.pop()
            for segment in segments:
                self._enter(path, segment)
            self._enter(path, last)
            if last in SINGLE_DOT_SEGMENTS or last in DOUBLE_DOT_SEGMENTS:
                path.append("")
        else:
            path += segments  # the loop would do the same, more slowly
        return self._query_or_fragment(end)

    def _enter(self, path: list[str], segment: str) -> None:
        """What the path state does with one segment, except for the empty one after a final dot segment."""
        if segment in DOUBLE_DOT_SEGMENTS:
            shorten(self.url)
        elif segment not in SINGLE_DOT_SEGMENTS:
            if not path and self.url.scheme == "file" and WINDOWS_DRIVE_LETTER.fullmatch(segment):
                segment = segment[0] + ":"
            path.append(segment)

    def opaque_path_state(self) -> NextState | None:
        end = end_of(PATH, self.input, self.pointer)
        text = self.input[self.pointer : end]
        if end < len(self.input) and text.endswith(" "):
            # Without the query and fragment, which a setter may remove, the path would end in this space.
            text = text[:-1] + "%20"
        if not isinstance(self.url.path, str):
            raise StateOverrideFailure
        self.url.path += C0_CONTROL_PERCENT_ENCODE_SET.encode(text)
        return self._query_or_fragment(end)

    def query_state(self) -> NextState | None:
        end = self.input.find("#", self.pointer) if self.state_override is None else -1
        if end < 0:
            end = len(self.input)
        percent_encode_set = SPECIAL_QUERY_PERCENT_ENCODE_SET if self.special else QUERY_PERCENT_ENCODE_SET
        query = self.input[self.pointer : end]
        if self.encoding == "UTF-8" or not self.special or self.url.scheme in ("ws", "wss"):
            query = percent_encode_set.encode(query)
        else:
            query = percent_encode_after_encoding(self.encoding, query, percent_encode_set)
        self.url.query = (self.url.query or "") + query
        return self._query_or_fragment(end)

    def fragment_state(self) -> NextState | None:
        fragment = FRAGMENT_PERCENT_ENCODE_SET.encode(self.input[self.pointer :])
        self.url.fragment = (self.url.fragment or "") + fragment
        return None

    def _query_or_fragment(self, end: int) -> NextState | None:
        """The state after a path or query that ended at *end*, by the "?", "#" or EOF code point there."""
        self.pointer = end + 1
        if end == len(self.input):
            return None
        if self.input[end] == "?":
            self.url.query = ""
            return self.query_state
        self.url.fragment = ""
        return self.fragment_state

    def _at_slash(self) -> bool:
        """Whether c is a solidus, or in a special URL a reverse solidus."""
        return self.input.startswith(_BOTH_SLASHES if self.special else "/", self.pointer)

    def _authority_end(self) -> int:
        return end_of(SPECIAL_AUTHORITY if self.special else AUTHORITY, self.input, self.pointer)

    def _parse_host(self, start: int, end: int) -> Host:
        try:
            return run_host_parser(self.input[start:end], not self.special, self._host_report(start))
        except Failure as failure:
            raise failure.moved(start) from None

    def _host_report(self, start: int) -> Report | None:
        """What the host parser of the host at *start* reports to."""
        return None

    def _copy_authority(self, base: URLRecord) -> None:
        self.url.username = base.username
        self.url.password = base.password
        self.url.host = base.host
        self.url.port = base.port

    def _copy_path_and_query(self, base: URLRecord) -> None:
        self.url.path = base.path if isinstance(base.path, str) else base.path.copy()
        self.url.query = base.query

    def _base(self) -> URLRecord:
        """The base URL, in a state that the parser enters only if there is one and its path is not opaque."""
        if self.base is None or has_opaque_path(self.base):
            if self.state_override is None:  # with a record that no parser made
                raise Failure("missing-scheme-non-relative-URL", 0, len(self.input))
            raise StateOverrideFailure
        return self.base

    def _path(self) -> list[str]:
        """The path, in a state that the parser reaches only with a list."""
        if isinstance(self.url.path, str):
            raise StateOverrideFailure
        return self.url.path
