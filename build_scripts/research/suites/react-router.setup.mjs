// What React Router's tests expect of Jest, and the classes of the process, where jsdom puts its own.
import { createRequire } from "node:module";
import { URL, URLSearchParams } from "node:url";

Object.assign(globalThis, { URL, URLSearchParams, jest: globalThis.vi });
globalThis.expect.extend(createRequire(`${process.cwd()}/`)("@testing-library/jest-dom/matchers"));
