// hono's own configuration also names the suites of other runtimes, whose plugins vitest loads even if none of them runs.
export default {
  oxc: { jsx: { runtime: "automatic", importSource: "./src/jsx" } },
  test: {
    dir: "src",
    globals: true,
    // The tests of JSX are not about URLs. They leave a DOM behind, so each of them needs a process of its own.
    exclude: ["**/node_modules/**", "**/sandbox/**", "**/*.case.test.*", "**/jsx/**", "**/{css,jsx-renderer,ssg}/**"],
  },
};
