"""The browser sends a URLSearchParams of web/py_url.js as a form, as it does its own."""

from tests.browser.conftest import run

FORM = "application/x-www-form-urlencoded;charset=UTF-8"


def test_fetch_xhr_and_beacons_send_a_form(blank, site):
    sent = []

    def answer(route):
        sent.append((route.request.post_data, route.request.headers["content-type"]))
        route.fulfill(body="")

    blank.route(f"{site}/form", answer)
    run(
        blank,
        """
        const {URL, URLSearchParams} = await load(options);
        const params = new URLSearchParams([["a", "1"], ["a", "ü &"]]);
        await fetch("/form", {method: "POST", body: params});
        await fetch(new Request("/form", {method: "POST", body: new URL("http://h/?q=1").searchParams}));
        await new Promise((resolve) => {
          const request = new XMLHttpRequest();
          request.onload = resolve;
          request.open("POST", "/form");
          params.append("b", "");
          request.send(params);
        });
        class Form extends URLSearchParams {}
        navigator.sendBeacon("/form", new Form("x=y"));
        """,
    )
    blank.wait_for_function(
        "performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/form')).length === 4"
    )
    assert sent == [
        ("a=1&a=%C3%BC+%26", FORM),
        ("q=1", FORM),
        ("a=1&a=%C3%BC+%26&b=", FORM),
        ("x=y", FORM),
    ]


def test_what_is_sent_is_what_the_object_holds_after_every_change(used):
    """Random changes of query objects, with and without a URL."""
    wrong, tried = run(
        used,
        """
        const {URL, URLSearchParams} = await load(options);
        let seed = 1;
        const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
        const pick = (list) => list[random(list.length)];
        const strings = ["", "a", "b", "ab", "\\u00fc", "?", "&=", "+ %", "\\ud800", "\\u{1f600}", "a\\tb"];
        const string = () => pick(strings) + pick(strings);
        const pairs = () => Array.from({length: random(5)}, () => [string(), string()]);
        const changes = {
          append: (params) => params.append(string(), string()),
          delete: (params) => params.delete(string()),
          deleteValue: (params) => params.delete(pick(["a", "b"]), pick(["a", "b", ""])),
          set: (params) => params.set(string(), string()),
          sort: (params) => params.sort(),
          search: (params, url) => {
            if (url) url.search = pick(["", "?", "a=b&a=c&", `${string()}=${string()}`, "\\t?x"]);
          },
          href: (params, url) => { if (url) url.href = pick(["http://h/", "http://h/??a", `foo:x?${string()}`]); },
          hash: (params, url) => { if (url) url.hash = string(); },
          pathname: (params, url) => { if (url) url.pathname = string(); },
        };
        const names = Object.keys(changes);
        const wrong = [];
        let tried = 0;
        for (let i = 0; i < 150; i++) {
          const url = random(2) ? new URL(`http://h/p?${string()}=${string()}&a`) : null;
          if (url && random(2)) url.search = string();
          const init = pick([string(), pairs(), {a: string(), b: string()}]);
          const params = url ? url.searchParams : new URLSearchParams(init);
          const steps = [];
          for (let j = 0; j < 12; j++) {
            tried++;
            const response = new Response(params);
            const [text, type] = [await response.text(), response.headers.get("content-type")];
            if (text !== params.toString() || !type.startsWith("application/x-www-form-urlencoded")) {
              wrong.push([steps.join(), text, params.toString(), type]);
              break;
            }
            const name = pick(names);
            steps.push(name);
            changes[name](params, url);
          }
        }
        return [wrong.slice(0, 5), tried];
        """,
    )
    assert wrong == []
    assert tried == 1800


def test_beside_somebody_elses_class_it_is_text(used):
    """If the native class was replaced before, there is no object of the platform to make."""
    assert run(
        used,
        """
        class Polyfill {
          append() {}
        }
        const native = globalThis.URLSearchParams;
        globalThis.URLSearchParams = Polyfill;
        const {makeURLSearchParams} = await import("/lib/url_search_params.js?beside");
        globalThis.URLSearchParams = native;
        const {URLSearchParams} = makeURLSearchParams({serialize: (pairs) => Array.from(pairs).join("\ud800")}, {});
        const params = new URLSearchParams([["a", "1"]]);
        return [params.get("a"), new Response(params).headers.get("content-type")];
        """,
    ) == ["1", "text/plain;charset=UTF-8"]


def test_the_work_grows_linearly_with_the_number_of_pairs(blank):
    result = run(
        blank,
        """
        const loaded = await load(options);
        const {growth} = await import("/tests/javascript/growth.mjs");
        loaded.install();
        return growth(loaded);
        """,
    )
    assert result["wrong"] == {}
    assert result["tried"] >= 10


def test_a_long_query_is_sent_as_a_form_unless_the_object_had_a_short_one(used):
    query = "&".join(f"k{i}=v" for i in range(3_000))
    sent = run(
        used,
        """
        const {URL} = await load(options);
        const url = new URL(`http://h/?${argument}`);
        const {searchParams} = url;
        const sent = [];
        const send = async (body) => sent.push(await new Response(body).text());
        searchParams.append("a", "b");
        await send(searchParams);
        url.search = "x=1";
        await send(searchParams);
        const other = new URL("http://h/?y");
        void other.searchParams;
        for (const search of [argument, "z=2"]) {
          other.search = search;
          other.searchParams.append("c", "d");
          await send(other.searchParams);
        }
        return sent;
        """,
        query,
    )
    assert sent[:2] == [f"{query}&a=b", "x=1"]
    assert sent[2].startswith("py-url%3A+too+many+pairs")
    assert sent[3] == "z=2&c=d"
