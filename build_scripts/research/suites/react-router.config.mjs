// React Router runs its tests with Jest and Babel. vitest, which other suites need too, runs most of them as they are.
import { fileURLToPath } from "node:url";

export default {
  define: { __DEV__: "true" },
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: `${process.cwd()}/index.ts` },
      { find: "react-router/dom", replacement: `${process.cwd()}/dom-export.ts` },
    ],
  },
  test: {
    environment: "jsdom",
    globals: true,
    include: ["__tests__/**/*-test.{ts,tsx}"],
    // It needs a plugin of Vite.
    exclude: ["**/rsc/server-test.ts"],
    setupFiles: [fileURLToPath(new URL("react-router.setup.mjs", import.meta.url)), "__tests__/setup.ts"],
  },
};
