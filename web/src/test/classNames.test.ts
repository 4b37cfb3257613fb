import { expect, it } from "vitest";
import { inlineClassNames } from "../../scripts/classNames";

it("replaces names in a table by class names, and keeps the styles", () => {
  const code = [
    'import styles from "./Card.module.css";',
    'import form from "../Form/Form.module.css";',
    'const fixed = cx(styles["title"], form["field"]);',
    "const chosen = styles[size];",
  ].join("\n");
  expect(inlineClassNames(code)).toBe(
    [
      'import "./Card.module.css";',
      'import "../Form/Form.module.css";',
      'const fixed = cx("Card_title", "Form_field");',
      "const chosen = `Card_${size}`;",
    ].join("\n"),
  );
});

it("refuses other uses of a table, whose names it would lose", () => {
  const code = 'import styles from "./Card.module.css";\nconst all = Object.values(styles);';
  expect(() => inlineClassNames(code)).toThrow("styles");
});
