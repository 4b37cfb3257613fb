import { describe, expect, it } from "vitest";
import { t } from "@/messages/t";
import {
  between,
  decimal,
  email,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  numeric,
  phone,
  validate,
  required,
  type Rule,
} from "./rules";

const cases: [name: string, rule: Rule, good: string[], bad: string[], message: string][] = [
  ["required", required, ["a"], ["", "  "], "Code cannot be blank."],
  ["minLength", minLength(3), ["abc", "äöü", ""], ["ab"], "Code must be at least 3 characters."],
  ["maxLength", maxLength(3), ["abc", "🫖🫖🫖"], ["abcd"], "Code cannot exceed 3 characters."],
  [
    "minValue",
    minValue(5),
    ["5", "6", ""],
    ["4", "5.5", "five"],
    "Code must be an integer greater than or equal to 5.",
  ],
  [
    "maxValue",
    maxValue(5),
    ["5", "-6", ""],
    ["6", "1.5", "one"],
    "Code must be an integer less than or equal to 5.",
  ],
  [
    "numeric",
    numeric,
    ["1", "20"],
    ["0", "-1", "1.5", "x"],
    "Code must be an integer greater than or equal to 1.",
  ],
  ["decimal", decimal, ["1", "-1.5", ".5"], ["1,5", "1.2.3", "x"], "Code must be a number."],
  ["integer", integer, ["0", "-12"], ["1.5", "1e3", "x"], "Code must be an integer."],
  ["between", between(1, 5), ["1", "4.5", "5"], ["0", "6", "x"], "Code must range from 1 - 5."],
  [
    "email",
    email,
    ["dana@example.test", " d@a.b "],
    ["dana", "dana@example", "a b@c.d", "@a.b"],
    "Please enter email in correct format.",
  ],
  [
    "phone",
    phone,
    ["2025550143", "(202) 555-0143", "+1 202 555 0143"],
    ["202555014", "20255501431", "2025550143x"],
    "Please enter your 10 digit number.",
  ],
];

describe.each(cases)("the rule %s", (_, rule, good, bad, message) => {
  it("accepts valid input", () => {
    expect(good.map((typed) => rule(typed, "Code"))).toEqual(good.map(() => null));
  });

  it("has its exact message", () => {
    expect(bad.map((typed) => rule(typed, "Code"))).toEqual(bad.map(() => message));
  });
});

it("the first broken rule gives the message", () => {
  const rules = [required, minLength(2), integer];
  expect(validate("", "Code", rules)).toBe("Code cannot be blank.");
  expect(validate("x", "Code", rules)).toBe("Code must be at least 2 characters.");
  expect(validate("12", "Code", rules)).toBeNull();
});

it("other form messages have their exact texts", () => {
  expect([
    t("duplicate.category"),
    t("duplicate.attributeSet"),
    t("duplicate.name"),
    t("duplicate.attribute"),
    t("rule.upload"),
    t("cart.quantityUnavailable"),
    t("cart.outOfStock"),
    t("signin.emailPrompt"),
    t("signin.phonePrompt"),
    t("signin.otpPrompt"),
    t("date.placeholder"),
  ]).toEqual([
    "Category name already exists.",
    "Attribute set already exists.",
    "Name already exists.",
    "Attribute already selected.",
    "Please upload a file.",
    "Selected quantity is not available, please buy less or remove the item.",
    "Item is out stock, please remove to continue",
    "Please enter your email address.",
    "Please enter your 10 digit number.",
    "Please enter OTP for verification",
    "mm/dd/yyyy",
  ]);
});

it("every label of the specification is in the message catalog", () => {
  const filters = [
    t("filter.cn"),
    t("filter.nc"),
    t("filter.eq"),
    t("filter.ne"),
    t("filter.gt"),
    t("filter.lt"),
    t("filter.equalsSign"),
    t("filter.range"),
    t("filter.after"),
    t("filter.before"),
  ];
  expect(filters).toEqual([
    "Contains",
    "Not contains",
    "Equals",
    "Not equals",
    "Greater than",
    "Less than",
    "=",
    "Date range",
    "After",
    "Before",
  ]);
  expect([
    t("signin.email"),
    t("signin.phone"),
    t("signin.firstName"),
    t("signin.lastName"),
    t("signin.otp"),
  ]).toEqual(["Email", "Phone number", "First name", "Last name", "OTP"]);
});
