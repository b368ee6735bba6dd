// hono's own configuration also names the suites of other runtimes, whose plugins vitest loads even if none of them runs.
export default {
  oxc: { jsx: { runtime: "automatic", importSource: "./src/jsx" } },
  test: {
    dir: "src",
    globals: true,
    exclude: ["**/node_modules/**", "**/sandbox/**", "**/*.case.test.*"],
  },
};
