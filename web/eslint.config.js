import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "dist",
      "src/api/schema.ts",
      "src/backoffice/api/schema.ts",
      "test-results",
      "playwright-report",
      "e2e/plugin",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "ExportAllDeclaration",
          message: "No barrels: import from the module that has it.",
        },
        {
          selector: "JSXText[value=/[A-Za-z]{2,}/]",
          message: "Texts belong in the message catalogue (src/messages).",
        },
        {
          selector:
            "JSXAttribute[name.name=/^(aria-label|title|alt|placeholder|label)$/] > Literal[value=/[A-Za-z]{2,}/]",
          message: "Texts belong in the message catalogue (src/messages).",
        },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false } },
      ],
      "@typescript-eslint/only-throw-error": "off",
    },
  },
  { files: ["src/**/*.{ts,tsx}"], ...reactHooks.configs.flat["recommended-latest"] },
  {
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/**/*.test.{ts,tsx}"],
    rules: {
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  // Stories and tests of components have sample texts.
  { files: ["src/**/*.{stories,test}.tsx"], rules: { "no-restricted-syntax": "off" } },
  { files: ["*.js"], ...tseslint.configs.disableTypeChecked },
);
