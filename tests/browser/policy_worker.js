/** Say what a URL is to py_url, or what failed. */
import { load } from "/py_url.js";

load({ indexURL: "/pyodide/" }).then(
  ({ URL }) => self.postMessage(new URL("http://ü/").href),
  (error) => self.postMessage(error.message),
);
