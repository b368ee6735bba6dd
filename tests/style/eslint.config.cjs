// ESLint's configuration for all JavaScript of the project. tests/style/test_style.py runs it and passes the packages'
// folder.
const js = require("@eslint/js");
const globals = require("globals");

module.exports = [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "eqeqeq": "error",
      "no-var": "error",
      "prefer-const": "error",
      // These classes exist for the side effects of their static blocks.
      "no-unused-vars": ["error", { varsIgnorePattern: "^(Query|Record)$" }],
    },
  },
  {
    // After loading, these use no built-in that a page may have changed: see web/lib/primordials.js.
    files: ["web/lib/{calling_python,packing,url,url_search_params,web_idl}.js"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "FunctionDeclaration ForOfStatement, ArrowFunctionExpression ForOfStatement", message: "for-of looks up @@iterator" },
        { selector: "SpreadElement", message: "spreading looks up @@iterator" },
      ],
    },
  },
  { files: ["**/*.cjs"], languageOptions: { sourceType: "commonjs" } },
  { files: ["build_scripts/crosscheck/report.js"], languageOptions: { sourceType: "script" } },
];
