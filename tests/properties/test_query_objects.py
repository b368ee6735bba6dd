"""A query object that serializes its pairs only when something reads them: nobody can see the difference.

The model is the standard's: each change of the query object changes the URL record at once.
"""

import copy
import pickle

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import settings, strategies as st  # noqa: E402 - must follow the check that it is installed
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule  # noqa: E402 - as above

from py_url import URL, InvalidURL  # noqa: E402 - as above
from py_url.standard import SETTERS, basic_parse, parse_urlencoded, serialize, serialize_urlencoded  # noqa: E402 - as above
from tests.support.hypothesis_profile import examples  # noqa: E402 - as above

URLS = ["http://h", "https://u:p@h:8080/a?a=b&a=%20c#f", "file:///a?b", "mailto:a b ?c", "foo://h?#f", "data:x #y"]
STRINGS = ["a", "b", "", " ", "é", "&=", "a b", "#", "?", "%41", "\ud800", "x+y"]
MEMBERS = sorted(SETTERS)
VALUES = ["", "a", "?a=b", "#c", "http", "80", "/x", "a=b&c", "h:81"]

names = st.sampled_from(STRINGS)

READERS = {
    "href": lambda url: url.href,
    "str": str,
    "format": lambda url: f"{url}",
    "to_json": lambda url: url.to_json(),
    "pickle": lambda url: pickle.loads(pickle.dumps(url)).href,
    "copy": lambda url: copy.copy(url).href,
    "freeze": lambda url: url.freeze().href,
    "another URL": lambda url: URL(url).href,
    "record": lambda url: serialize(url.to_record()),
    "replace": lambda url: url.replace().href,
    "getters": lambda url: (url.search, url.hash, url.href)[-1],
    "base": lambda url: URL("#x", url).href.partition("#")[0] + "".join(url.href.partition("#")[1:]),
}
PARTS = {
    "repr": repr,
    "search": lambda url: url.search,
    "hash": lambda url: url.hash,
    "pathname": lambda url: url.pathname,
    "host": lambda url: url.host,
    "origin": lambda url: url.origin,
    "segments": lambda url: (url.segments, url.name, url.suffix),
    "can_parse": URL.can_parse,
    "with_query": lambda url: url.with_query("x").href,
    "update_query": lambda url: url.update_query({"a": "x"}).href,
    "without_query": lambda url: url.without_query("a").href,
    "equals": lambda url: url.equals(url, exclude_fragments=True),
}


class Lazy(RuleBasedStateMachine):
    """A URL and its query object next to a record and a list that change together."""

    @initialize(href=st.sampled_from(URLS))
    def start(self, href):
        self.url = URL(href)
        self.params = self.url.search_params
        self.record = basic_parse(href)
        self.pairs = parse_urlencoded(self.record.query or "")

    def update(self):
        SETTERS["search"](self.record, serialize_urlencoded(self.pairs))

    @rule(name=names, value=names)
    def append(self, name, value):
        self.params.append(name, value)
        self.pairs.append((name.replace("\ud800", "\ufffd"), value.replace("\ud800", "\ufffd")))
        self.update()

    @rule(name=names)
    def delete(self, name):
        self.params.delete(name)
        self.pairs = [pair for pair in self.pairs if pair[0] != name.replace("\ud800", "\ufffd")]
        self.update()

    @rule(name=names, value=names)
    def set(self, name, value):
        self.params.set(name, value)
        name, value = name.replace("\ud800", "\ufffd"), value.replace("\ud800", "\ufffd")
        places = [place for place, pair in enumerate(self.pairs) if pair[0] == name] or [len(self.pairs)]
        self.pairs[places[0] : places[0] + 1] = [(name, value)]
        self.pairs = [pair for place, pair in enumerate(self.pairs) if place not in places[1:]]
        self.update()

    @rule()
    def sort(self):
        self.params.sort()
        self.pairs.sort(key=lambda pair: pair[0].encode("utf-16-be"))
        self.update()

    @rule(string=names)
    def begin_again(self, string):
        self.params.__init__(string)
        self.pairs = parse_urlencoded(string.removeprefix("?"))
        self.update()

    @rule(member=st.sampled_from(MEMBERS), value=st.sampled_from(VALUES))
    def set_member(self, member, value):
        setattr(self.url, member, value)
        SETTERS[member](self.record, value)
        if member == "search":
            self.pairs = parse_urlencoded(self.record.query or "")

    @rule(href=st.sampled_from([*URLS, "no URL"]))
    def set_href(self, href):
        try:
            self.url.href = href
        except InvalidURL:
            return
        self.record = basic_parse(href)
        self.pairs = parse_urlencoded(self.record.query or "")

    @rule(read=st.sampled_from(sorted(READERS)))
    def read(self, read):
        assert READERS[read](self.url) == serialize(self.record), read

    @rule(read=st.sampled_from(sorted(PARTS)))
    def read_a_part(self, read):
        assert PARTS[read](self.url) == PARTS[read](URL.from_record(self.record)), read

    @rule()
    def compare(self):
        other = URL.from_record(self.record)
        assert self.url == other
        assert other == self.url
        assert self.url.equals(self.record)

    @rule()
    def read_pairs(self):
        assert list(self.params) == self.pairs
        assert str(self.params) == serialize_urlencoded(self.pairs)
        assert self.url.search_params is self.params


TestLazy = Lazy.TestCase
TestLazy.settings = settings(examples(150), stateful_step_count=25)
