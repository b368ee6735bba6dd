/** py_url in a test that has a DOM. The environment variable says where Pyodide is. */
/* global expect, test */
import { load } from "../../web/py_url.js";

test("load starts Pyodide from files", async () => {
  const { URL } = await load(JSON.parse(process.env.PY_URL_RUNNERS));
  expect(typeof document).toBe("object");
  expect(new URL("../b", "HTTPS://fa\u00df.example/a/c").href).toBe("https://xn--fa-hia.example/b");
}, 300_000);
