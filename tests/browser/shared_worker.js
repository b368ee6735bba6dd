/** A shared worker that says what a URL is to py_url. */
import { load } from "/py_url.js";

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = async ({ data }) => {
    const { URL } = await load({ indexURL: "/pyodide/" });
    port.postMessage(new URL(data).href);
  };
};
