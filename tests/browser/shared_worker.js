/** A shared worker that parses a URL with py_url and reports the result. */
import { load } from "/py_url.js";

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = async ({ data }) => {
    const { URL } = await load({ indexURL: "/pyodide/" });
    port.postMessage(new URL(data).href);
  };
};
