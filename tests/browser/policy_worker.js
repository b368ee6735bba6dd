/** Parse a URL with py_url and report the result or the error. */
import { load } from "/py_url.js";

load({ indexURL: "/pyodide/" }).then(
  ({ URL }) => self.postMessage(new URL("http://ü/").href),
  (error) => self.postMessage(error.message),
);
