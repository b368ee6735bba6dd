/**
 * The address of a snapshot of Pyodide's memory in which py-url has been imported, for the option `snapshot` of `load`:
 *
 *     import { load } from "py-url";
 *     import { snapshot } from "py-url/snapshot";
 *
 *     const { URL } = await load({ indexURL: "/pyodide/", snapshot });
 */
export const snapshot: string;
