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


def test_what_is_sent_is_what_the_object_holds_after_every_change(blank):
    """Random changes of query objects, with and without a URL."""
    wrong, tried = run(
        blank,
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


def test_beside_somebody_elses_class_it_is_text(blank):
    """If the native class was replaced before, there is no object of the platform to make."""
    assert run(
        blank,
        """
        class Polyfill {
          append() {}
        }
        const native = globalThis.URLSearchParams;
        globalThis.URLSearchParams = Polyfill;
        const {makeURLSearchParams} = await import("/lib/url_search_params.js?beside");
        globalThis.URLSearchParams = native;
        const {URLSearchParams} = makeURLSearchParams({serialize_pairs: (pairs) => pairs}, {});
        const params = new URLSearchParams([["a", "1"]]);
        return [params.get("a"), new Response(params).headers.get("content-type")];
        """,
    ) == ["1", "text/plain;charset=UTF-8"]
