"""§1.6 Constructor string parsing.

``https://example.com/:category/*`` becomes a pattern of each component.
https://urlpattern.spec.whatwg.org/#constructor-string-parsing
"""

from __future__ import annotations

from enum import Enum

from py_url.pattern.tokens import TokenizePolicy, TokenType, tokenize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from py_url.pattern.tokens import Token


class State(Enum):
    """§1.6 The *state* of a constructor string parser."""

    INIT = "init"
    PROTOCOL = "protocol"
    AUTHORITY = "authority"
    USERNAME = "username"
    PASSWORD = "password"  # noqa: S105 - the name of a state
    HOSTNAME = "hostname"
    PORT = "port"
    PATHNAME = "pathname"
    SEARCH = "search"
    HASH = "hash"
    DONE = "done"


_BEFORE_HOSTNAME = (State.PROTOCOL, State.AUTHORITY, State.USERNAME, State.PASSWORD)
_BEFORE_PATHNAME = (*_BEFORE_HOSTNAME, State.HOSTNAME, State.PORT)
_BEFORE_SEARCH = (*_BEFORE_PATHNAME, State.PATHNAME)
_DELIMITERS = frozenset(":/@[]?#")
_PLAIN = (TokenType.CHAR, TokenType.ESCAPED_CHAR, TokenType.INVALID_CHAR)
_CAN_BE_MODIFIED = (TokenType.NAME, TokenType.REGEXP, TokenType.CLOSE, TokenType.ASTERISK)


class ConstructorStringParser:
    """§1.6 A *constructor string parser*."""

    __slots__ = (
        *("component_start", "group_depth", "hostname_ipv6_bracket_depth", "input", "matches_a_special_scheme"),
        *("protocol_matches_a_special_scheme", "result", "state", "token_increment", "token_index", "token_list"),
    )

    def __init__(self, input: str, matches_a_special_scheme: Callable[[str], bool]) -> None:
        self.input = input
        self.matches_a_special_scheme = matches_a_special_scheme
        self.token_list = tokenize(input, TokenizePolicy.LENIENT)
        self.result: dict[str, str] = {}
        self.component_start = 0
        self.token_index = 0
        self.token_increment = 1
        self.group_depth = 0
        self.hostname_ipv6_bracket_depth = 0
        self.protocol_matches_a_special_scheme = False
        self.state = State.INIT

    def parse(self) -> dict[str, str]:
        """§1.6 *parse a constructor string*. Raises InvalidPattern for a protocol that is not a pattern."""
        while self.token_index < len(self.token_list):
            self.token_increment = 1
            token = self.token_list[self.token_index]
            type = token.type
            if type is TokenType.END:
                if not self._end():
                    break
            elif type is TokenType.OPEN:
                self.group_depth += 1
            elif self.group_depth > 0 and type is not TokenType.CLOSE:
                pass
            else:
                if self.group_depth > 0:
                    self.group_depth -= 1
                if token.value in _DELIMITERS:  # no state does anything else
                    self._switch(token.value if type in _PLAIN else "")
            self.token_index += self.token_increment
        if "hostname" in self.result and "port" not in self.result:
            self.result["port"] = ""
        return self.result

    def _end(self) -> bool:
        """The steps for the token *end*. Returns whether to continue."""
        if self.state is State.INIT:
            self.rewind()
            if self.is_plain("#"):
                self.change_state(State.HASH, 1)
            elif self.is_a_search_prefix():
                self.change_state(State.SEARCH, 1)
            else:
                self.change_state(State.PATHNAME, 0)
            return True
        if self.state is State.AUTHORITY:
            self.rewind_and_set_state(State.HOSTNAME)
            return True
        self.change_state(State.DONE, 0)
        return False

    def _switch(self, char: str) -> None:
        """The steps of each state. *char* is the current token, if it *is a non-special pattern char*, otherwise ""."""
        state = self.state
        if state is State.INIT:
            if char == ":":
                self.rewind_and_set_state(State.PROTOCOL)
        elif state is State.PROTOCOL:
            if char == ":":
                self._protocol()
        elif state is State.AUTHORITY:
            if char == "@":
                self.rewind_and_set_state(State.USERNAME)
            elif char in ("/", "#") or self.is_a_search_prefix():
                self.rewind_and_set_state(State.HOSTNAME)
        elif state is State.USERNAME and char == ":":
            self.change_state(State.PASSWORD, 1)
        elif state in (State.USERNAME, State.PASSWORD):
            if char == "@":
                self.change_state(State.HOSTNAME, 1)
        elif state is State.HOSTNAME and char == "[":
            self.hostname_ipv6_bracket_depth += 1
        elif state is State.HOSTNAME and char == "]":
            self.hostname_ipv6_bracket_depth -= 1
        elif state is State.HOSTNAME and char == ":" and self.hostname_ipv6_bracket_depth == 0:
            self.change_state(State.PORT, 1)
        elif state in (State.HOSTNAME, State.PORT) and char == "/":
            self.change_state(State.PATHNAME, 0)
        elif state in (State.HOSTNAME, State.PORT, State.PATHNAME) and self.is_a_search_prefix():
            self.change_state(State.SEARCH, 1)
        elif state is not State.HASH and char == "#":
            self.change_state(State.HASH, 1)

    def _protocol(self) -> None:
        """The steps of the state *protocol*, at its end."""
        # *compute protocol matches a special scheme flag*
        self.protocol_matches_a_special_scheme = self.matches_a_special_scheme(self.make_a_component_string())
        next_state, skip = State.PATHNAME, 1
        if self.is_plain("/", 1) and self.is_plain("/", 2):  # *next is authority slashes*
            next_state, skip = State.AUTHORITY, 3
        elif self.protocol_matches_a_special_scheme:
            next_state = State.AUTHORITY
        self.change_state(next_state, skip)

    def change_state(self, new_state: State, skip: int) -> None:
        """§1.6 *change state*."""
        if self.state not in (State.INIT, State.AUTHORITY, State.DONE):
            self.result[self.state.value] = self.make_a_component_string()
        if self.state is not State.INIT and new_state is not State.DONE:
            if self.state in _BEFORE_HOSTNAME and new_state in (
                *(State.PORT, State.PATHNAME),
                *(State.SEARCH, State.HASH),
            ):
                self.result.setdefault("hostname", "")
            if self.state in _BEFORE_PATHNAME and new_state in (State.SEARCH, State.HASH):
                self.result.setdefault("pathname", "/" if self.protocol_matches_a_special_scheme else "")
            if self.state in _BEFORE_SEARCH and new_state is State.HASH:
                self.result.setdefault("search", "")
        self.state = new_state
        self.token_index += skip
        self.component_start = self.token_index
        self.token_increment = 0

    def rewind(self) -> None:
        """§1.6 *rewind*."""
        self.token_index = self.component_start
        self.token_increment = 0

    def rewind_and_set_state(self, state: State) -> None:
        """§1.6 *rewind and set state*."""
        self.rewind()
        self.state = state

    def get_a_safe_token(self, index: int) -> Token:
        """§1.6 *get a safe token*."""
        return self.token_list[min(index, len(self.token_list) - 1)]

    def is_plain(self, value: str, ahead: int = 0) -> bool:
        """§1.6 *is a non-special pattern char*, for the token that is *ahead* of the current one."""
        token = self.get_a_safe_token(self.token_index + ahead)
        return token.value == value and token.type in _PLAIN

    def is_a_search_prefix(self) -> bool:
        """§1.6 *is a search prefix*."""
        if self.is_plain("?"):
            return True
        if self.token_list[self.token_index].value != "?":
            return False
        previous_index = self.token_index - 1
        return previous_index < 0 or self.get_a_safe_token(previous_index).type not in _CAN_BE_MODIFIED

    def make_a_component_string(self) -> str:
        """§1.6 *make a component string*."""
        token = self.token_list[self.token_index]
        component_start_token = self.get_a_safe_token(self.component_start)
        return self.input[component_start_token.index : token.index]


def parse_a_constructor_string(input: str, matches_a_special_scheme: Callable[[str], bool]) -> dict[str, str]:
    """§1.6 *parse a constructor string*: the URLPatternInit that *input* stands for.

    *matches_a_special_scheme* compiles the pattern of a protocol, and says whether it matches a special scheme. Raises
    InvalidPattern for a protocol that is not a pattern.
    """
    return ConstructorStringParser(input, matches_a_special_scheme).parse()
