/** A service worker that says what `load` of web/py_url.js says in one. */
import { load } from "/py_url.js";

self.onmessage = ({ source }) => load({ indexURL: "/pyodide/" }).then(() => "loaded", (error) => `${error}`).then((said) => source.postMessage(said));
