"""The service worker of the site: pages without a network, new versions, and nothing of other sites."""

import shutil

import pytest
from building import offline_site, serving
from setup.project import ROOT, SetUpError

PAGE = """<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>{}</title>
<script type="module" src="{}page.js"></script>
"""
SCRIPT = """
import { keepOffline } from "./offline.js";
import { text } from "./text.js";
document.documentElement.dataset.said = text;
window.kept = keepOffline().then((kept) => kept && navigator.serviceWorker.ready).then(() => "kept");
"""
# A page's address may have any query, and the site may be below any path.
PREFIX = "/a/b%20c/"


@pytest.fixture
def folder(tmp_path):
    """A small site: two pages, in the root and in a folder."""
    site = tmp_path / "site"
    (site / "pages").mkdir(parents=True)
    for name in ("offline.js", "service_worker.js"):
        shutil.copy(ROOT / "web" / name, site)
    (site / "index.html").write_text(PAGE.format("root", ""))
    (site / "pages" / "index.html").write_text(PAGE.format("pages", "../"))
    (site / "page.js").write_text(SCRIPT)
    (site / ".hidden").write_text("")
    write_version(site, "first")
    return site


def write_version(site, text):
    (site / "text.js").write_text(f'export const text = "{text}";\n')
    offline_site.keep_offline(site)


@pytest.fixture
def open_page(new_context):
    context = new_context()

    def open_page(address):
        page = context.new_page()
        page.goto(address)
        page.locator("html[data-said]").wait_for(state="attached")
        return page

    return open_page


def said(page):
    return page.locator("html").get_attribute("data-said")


def keys(page):
    """What is in the browser's caches, by cache."""
    return page.evaluate("""async () => {
        const all = {};
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          all[name] = (await cache.keys()).map(({url}) => url);
        }
        return all;
    }""")


def test_pages_without_a_network(folder, open_page):
    with serving.Server({"/a/b c/": [folder]}) as server:
        root = f"{server.origin}{PREFIX}"
        first = open_page(root)
        assert first.evaluate("kept") == "kept"
        first.wait_for_function("navigator.serviceWorker.controller !== null")
        # As if there were no network: the server has none of the files any more.
        shutil.rmtree(folder)
        for address, title in [(root, "root"), (f"{root}index.html?q=1#f", "root"), (f"{root}pages/?q", "pages")]:
            page = open_page(address)
            assert [page.title(), said(page)] == [title, "first"]
        status = "fetch(...argument).then(async (answer) => [answer.status, await answer.text()])"
        head = first.evaluate(f"(argument) => {status}", ["text.js", {"method": "HEAD"}])
        missing = first.evaluate(f"(argument) => {status}", ["none.js"])
        posted = first.evaluate(f"(argument) => {status}", ["text.js", {"method": "POST"}])
        assert [head, missing, posted] == [[200, ""], [404, "not found\n"], [400, "bad request\n"]]


def test_a_file_is_kept_in_one_form(folder):
    for name in ("a.wasm", "a.wasm.zst", "b.zip", "c.zst"):
        (folder / "pages" / name).write_text(name)
    offline_site.keep_offline(folder)
    worker = (folder / "service_worker.js").read_text()
    assert [name for name in ("a.wasm", "a.wasm.zst", "b.zip", "c.zst") if f'"pages/{name}"' in worker] == [
        *("a.wasm.zst", "b.zip", "c.zst")
    ]


def test_a_new_version_replaces_the_whole_old_one(folder, open_page):
    with serving.Server({"/a/b c/": [folder]}) as server:
        root = f"{server.origin}{PREFIX}"
        first = open_page(root)
        assert first.evaluate("kept") == "kept"
        ((name, before),) = keys(first).items()
        assert name == f"py-url {root}"
        write_version(folder, "second")
        # A page that is open keeps the version that it has.
        assert said(open_page(root)) == "first"
        first.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        first.wait_for_function("navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)")
        for page in first.context.pages:
            page.close()
        again = open_page(root)
        assert said(again) == "second"
        all_keys = "caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys())"
        again.wait_for_function(f"(before) => {all_keys}.then((keys) => keys.length === before)", arg=len(before))
        ((_, after),) = keys(again).items()
        assert len({*before} & {*after}) == len(before) - 1, "only what has changed is fetched again"


def test_a_newer_version_is_told_and_shown_when_the_user_wants_it(folder, open_page):
    script = SCRIPT.replace("keepOffline()", "keepOffline(() => { document.documentElement.dataset.newer = ''; })")
    script = script.replace("{ keepOffline }", "{ keepOffline, takeOver }") + "window.takeOver = takeOver;"
    (folder / "page.js").write_text(script)
    offline_site.keep_offline(folder)
    with serving.Server({"/a/b c/": [folder]}) as server:
        root = f"{server.origin}{PREFIX}"
        first = open_page(root)
        assert first.evaluate("kept") == "kept"
        assert first.locator("html[data-newer]").count() == 0
        write_version(folder, "second")
        second = open_page(root)
        second.locator("html[data-newer]").wait_for(state="attached")
        assert said(second) == "first"
        with second.expect_navigation():
            second.evaluate("takeOver()")
        assert said(second) == "second"
        # What the other page has not loaded yet would be of the newer version, so it is told too.
        first.locator("html[data-newer]").wait_for(state="attached")
        with first.expect_navigation():
            first.evaluate("takeOver()")
        assert said(first) == "second"


def test_a_version_of_which_a_file_is_missing_is_not_taken(folder, open_page):
    with serving.Server({"/a/b c/": [folder]}) as server:
        root = f"{server.origin}{PREFIX}"
        first = open_page(root)
        assert first.evaluate("kept") == "kept"
        write_version(folder, "second")
        # As in the middle of an upload.
        (folder / "text.js").write_text("export const text = 'half';")
        first.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).catch(() => 0)")
        first.wait_for_function(
            "navigator.serviceWorker.getRegistration().then(({installing, waiting}) => !installing && !waiting)"
        )
        assert said(open_page(root)) == "first"


def test_caches_of_others_stay(folder, open_page):
    with serving.Server({"/a/b c/": [folder], "/other/": [folder]}) as server:
        page = open_page(f"{server.origin}{PREFIX}")
        page.evaluate("caches.open('of another project').then((cache) => cache.put('/x', new Response('x')))")
        assert page.evaluate("kept") == "kept"
        assert open_page(f"{server.origin}/other/").evaluate("kept") == "kept"
        assert {*keys(page)} == {
            "of another project",
            f"py-url {server.origin}{PREFIX}",
            f"py-url {server.origin}/other/",
        }


def test_a_site_that_is_being_developed_is_not_kept(folder, open_page):
    shutil.copy(ROOT / "web" / "service_worker.js", folder)
    with serving.Server({"/a/b c/": [folder]}) as server:
        page = open_page(f"{server.origin}{PREFIX}")
        assert page.evaluate("kept") == "kept"
        assert all(urls == [] for urls in keys(page).values())
        (folder / "text.js").write_text('export const text = "changed";\n')
        assert said(open_page(f"{server.origin}{PREFIX}")) == "changed"


def test_a_browser_that_forbids_service_workers(folder, open_page):
    (folder / "service_worker.js").unlink()
    with serving.Server({"/a/b c/": [folder]}) as server:
        page = open_page(f"{server.origin}{PREFIX}")
        assert page.evaluate("import('./offline.js').then(({keepOffline}) => keepOffline())") is False


def test_a_worker_without_a_place_for_the_digests_is_an_error(tmp_path, monkeypatch):
    source = tmp_path / "service_worker.js"
    source.write_text("")
    monkeypatch.setattr(offline_site, "SOURCE", source)
    with pytest.raises(SetUpError, match="has no place for the digests"):
        offline_site.keep_offline(tmp_path)
