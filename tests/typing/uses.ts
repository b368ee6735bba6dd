/** Typical uses of web/py_url.d.ts; compiled, not run. */

import {
  load, type LoadOptions, type Progress, type PyUrl, type URL as PyURL, type URLPattern as Pattern, type URLPatternResult as Result,
} from "../../web/py_url.js";
import { snapshot } from "../../web/snapshot.js";

const options: LoadOptions = {
  indexURL: "/pyodide/",
  lockFileURL: new globalThis.URL("https://example.org/"),
  wheels: ["/py_url.whl"],
  signal: AbortSignal.timeout(1000),
  onProgress: ({ done, total, doing }: Progress) => console.log(`${done} of ${total}: ${doing}`),
};
const { URL, URLSearchParams, parseAll, install, uninstall, python, fromSnapshot, version } = await load(options);
const pyodide = await python();
await load({ pyodide });
await load({ snapshot });
await load({ snapshot: fromSnapshot });
await load();
await load({ python: "micropython", micropython: "/micropython/", archive: new globalThis.URL("https://example.org/py_url.tar.gz") });
await load({ python: "micropython", micropython: { pyimport: (name: string) => name, registerJsModule() {}, FS: {} } });

// Instances and classes can replace the native ones of lib.dom.
const instance: globalThis.URL = new URL("b", new URL("https://example.org/a"));
const params: globalThis.URLSearchParams = new URLSearchParams({ a: "1" });
const Class: typeof globalThis.URL = URL;
const ParamsClass: typeof globalThis.URLSearchParams = URLSearchParams;
globalThis.URL = URL;
globalThis.URLSearchParams = URLSearchParams;
// And native instances are accepted as arguments.
const ofNative: PyURL = new URL(instance, new globalThis.URL("https://example.org/"));

const parsed: PyURL | null = URL.parse("x", "https://example.org/");
const can: boolean = URL.canParse("x");
ofNative.search = "?a=1";
for (const [name, value] of ofNative.searchParams) name.concat(value);
const names: string[] = [...new URLSearchParams([["a", "b"], new Set(["c", "d"])]).keys()];
new URLSearchParams(new Map([["a", "b"]])).forEach((value, name, parent) => parent.append(name, value));
const size: number = params.size;
class Mine extends URL {
  get twice(): string {
    return this.href + this.href;
  }
}
const { hrefs, errors }: { hrefs: (string | null)[]; errors: (string | null)[] } = parseAll(new Set(["x"]), Mine);
install();
uninstall(globalThis);
const blob: string = URL.createObjectURL(new Blob([]));

const { URLPattern } = await load({ ...options, urlPattern: true });
const pattern: globalThis.URLPattern = new URLPattern("/books/:id", "https://example.org", { ignoreCase: true });
globalThis.URLPattern = URLPattern;
const found: Result | null = new URLPattern({ pathname: "/:a" }).exec("https://example.org/b");
const group: string | undefined = found?.pathname.groups["a"];
const matches: boolean = pattern.test({ pathname: "/", baseURL: "https://example.org" });
const order: -1 | 0 | 1 = URLPattern.compareComponent("pathname", new URLPattern(), new URLPattern(instance));
const generated: string = new URLPattern().generate("hash", { a: "b" });
const mine: Pattern = new (class extends URLPattern {})();
const plain: PyUrl = await load({ urlPattern: false });
// @ts-expect-error without the option there is no such class
await load().then(({ URLPattern: none }) => none);
// @ts-expect-error a boolean is wanted
await load({ urlPattern: "yes" });
// @ts-expect-error this has no port
new URLPattern({ host: "example.org:8080" });
// @ts-expect-error this cannot be set
pattern.pathname = "/";
// @ts-expect-error there is no such option
await load({ packages: ["py-url-whatwg"] });
// @ts-expect-error an address or a boolean is wanted
await load({ snapshot: null });
// @ts-expect-error origin cannot be set
ofNative.origin = "https://example.org";
// @ts-expect-error a URL is wanted
new URL();
// @ts-expect-error two arguments are wanted
params.append("a");

export { Class, ParamsClass, blob, can, errors, generated, group, hrefs, matches, mine, names, order, parsed, plain, size, version };
