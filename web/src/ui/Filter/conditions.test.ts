import { describe, expect, it } from "vitest";
import {
  type Condition,
  criterionOf,
  type FilterField,
  readConditions,
  writeConditions,
} from "./conditions";
import { conditionOf, type Draft, problemsOf } from "./drafts";
import { conditionLabel, operationLabel } from "./labels";

const NAME: FilterField = { key: "title", label: "Name", kind: "text" };
const PRICE: FilterField = { key: "price", label: "Price", kind: "money", currency: "USD" };
const STOCK: FilterField = { key: "stock", label: "Stock", kind: "number" };
const ADDED: FilterField = { key: "createdAt", label: "Added", kind: "date" };
const STATUS: FilterField = {
  key: "status",
  label: "Status",
  kind: "choice",
  once: true,
  choices: [{ value: "6", label: "Delivered" }],
};
const FIELDS = [NAME, PRICE, STOCK, ADDED, STATUS];
const fieldOf = (key: string) => FIELDS.find((field) => field.key === key) ?? null;

const read = (...filter: string[]) => readConditions({ filter }, fieldOf).conditions;

describe("conditions in an address", () => {
  it("are written as they were read", () => {
    const filter = [
      "title:cn:a:b..c",
      "price:gt:5000",
      "stock:eq:-1",
      "createdAt:range:2026-01-01..2026-01-31",
      "status:ne:6",
    ];
    const conditions = read(...filter);
    expect(conditions).toHaveLength(5);
    expect(conditions[0]?.values).toEqual(["a:b..c"]);
    expect(writeConditions({ match: "all", conditions })).toEqual({ filter });
  });

  it.each([
    "price",
    "price:gt:",
    "price:gt:much",
    "price:cn:5",
    "price:range:1..2",
    "colour:eq:red",
    "title:gt:a",
    "title:cn: ",
    `title:cn:${"x".repeat(201)}`,
    "createdAt:after:2026-02-30",
    "createdAt:after:yesterday",
    "createdAt:range:2026-01-01",
    "status:eq:7",
  ])("leave out %s", (written) => {
    expect(read(written)).toEqual([]);
  });

  it("say whether all or any must hold; one alone needs no choice", () => {
    const anyFilter = ["price:gt:1", "stock:lt:2"];
    const any = readConditions({ anyFilter }, fieldOf);
    expect(any.match).toBe("any");
    expect(writeConditions(any)).toEqual({ anyFilter });
    expect(writeConditions({ ...any, conditions: any.conditions.slice(1) })).toEqual({
      filter: ["stock:lt:2"],
    });
    expect(writeConditions({ match: "any", conditions: [] })).toEqual({});
  });
});

describe("conditions as the API takes them", () => {
  const valueOf = (operation: Condition["operation"], ...values: string[]) =>
    criterionOf({ key: "createdAt", operation, values }, ADDED).value;

  it("take days whole, where the shopper is", () => {
    const start = new Date(2026, 2, 9).getTime();
    const end = new Date(2026, 2, 10).getTime() - 1;
    const iso = (time: number) => new Date(time).toISOString();
    expect(valueOf("before", "2026-03-09")).toEqual([iso(start)]);
    expect(valueOf("after", "2026-03-09")).toEqual([iso(end)]);
    expect(valueOf("range", "2026-03-09", "2026-03-09")).toEqual([iso(start), iso(end)]);
  });

  it("take amounts and counts as numbers", () => {
    const price = { key: "price", operation: "gt", values: ["5000"] } as const;
    expect(criterionOf(price, PRICE)).toEqual({ key: "price", operation: "gt", value: [5000] });
  });
});

describe("conditions in words", () => {
  it("say field, operation and value", () => {
    const words = read(
      "price:gt:5000",
      "stock:eq:1200",
      "title:nc:mug",
      "status:eq:6",
      "createdAt:range:2026-01-01..2026-01-31",
    ).map((condition) => conditionLabel(condition, fieldOf(condition.key) ?? NAME));
    expect(words).toEqual([
      "Price greater than $50",
      "Stock = 1,200",
      "Name not contains “mug”",
      "Status equals Delivered",
      "Added from Jan 1, 2026 to Jan 31, 2026",
    ]);
  });

  it("compare numbers with a sign and words with a word", () => {
    expect(FIELDS.map((field) => operationLabel("eq", field))).toEqual([
      "Equals",
      "=",
      "=",
      "Equals",
      "Equals",
    ]);
  });
});

describe("what was typed", () => {
  const draft = (field: FilterField, ...typed: Draft["typed"]): Draft => ({
    id: 1,
    key: field.key,
    operation: field.kind === "date" && typed.length === 2 ? "range" : "eq",
    typed,
  });
  const problem = (field: FilterField, ...typed: Draft["typed"]) =>
    problemsOf(draft(field, ...typed), field, []);

  it("is checked by the rules of its kind", () => {
    expect(problem(NAME, " ")?.values).toEqual(["Name cannot be blank."]);
    expect(problem(NAME, "x".repeat(201))?.values).toEqual(["Name cannot exceed 200 characters."]);
    expect(problem(PRICE, "cheap")?.values).toEqual(["Price must be a number."]);
    expect(problem(PRICE, "1,00")?.values).toEqual(["Price must be a number."]);
    expect(problem(STOCK, "1.5")?.values).toEqual(["Stock must be an integer."]);
    expect(problem(ADDED, null, undefined)?.values).toEqual([
      "Added cannot be blank.",
      "Please enter a date as mm/dd/yyyy.",
    ]);
    expect(problem(PRICE, "59.99")).toBeNull();
  });

  it("rejects a second condition on a field that allows one", () => {
    const chosen = draft(STATUS, "6");
    expect(problemsOf(chosen, STATUS, [chosen])?.field).toBe("Attribute already selected.");
    expect(problemsOf(draft(NAME, "a"), NAME, [draft(NAME, "b")])).toBeNull();
  });

  it("becomes a condition, amounts in minor units and days in order", () => {
    expect(conditionOf(draft(PRICE, " 59.99 "), PRICE).values).toEqual(["5999"]);
    expect(conditionOf(draft(PRICE, "1,059.99"), PRICE).values).toEqual(["105999"]);
    expect(conditionOf(draft(STOCK, "+007"), STOCK).values).toEqual(["7"]);
    expect(conditionOf(draft(ADDED, "2026-02-01", "2026-01-01"), ADDED).values).toEqual([
      "2026-01-01",
      "2026-02-01",
    ]);
  });
});
