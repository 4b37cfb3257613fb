import { describe, expect, it } from "vitest";
import { changesOf, merged } from "./changes";
import { checkForm } from "./check";
import { bodyOf, emptyForm, type Form } from "./form";
import { addOption, addValue, removeOption, removeValue, renameValue } from "./options";
import { createStore } from "./store";
import { momentOf, parseWeight, wallTime } from "./units";

const names = (form: Form) => form.rows.map(({ options }) => options.join(" / "));

/** A form with stored variants in two sizes and two glazes. */
function form(): Form {
  let made: Form = { ...emptyForm(), title: "Vase" };
  made = { ...made, ...addOption(made, "Size", ["Small", "Large"]) };
  made = { ...made, ...addOption(made, "Glaze", ["Sand", "Moss"]) };
  return {
    ...made,
    rows: made.rows.map((row, place) => ({
      ...row,
      id: place + 1,
      key: `v${place + 1}`,
      price: "10",
      stock: "3",
      storedStock: 3,
    })),
  };
}

describe("options and variants", () => {
  it("completes the combinations in the order of the values", () => {
    const start = form();
    expect(names(start)).toEqual(["Small / Sand", "Small / Moss", "Large / Sand", "Large / Moss"]);
    const more = { ...start, ...addValue(start, 0, "Medium") };
    expect(names(more).slice(4)).toEqual(["Medium / Sand", "Medium / Moss"]);
    expect(addValue(start, 0, "SMALL")).toEqual({});
  });

  it("keeps variants with their ids when a value is renamed, and removes those of a value", () => {
    const start = form();
    const renamed = { ...start, ...renameValue(start, 1, "Moss", "Green") };
    expect(renamed.rows.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(names(renamed)[1]).toBe("Small / Green");
    expect(renameValue(start, 1, "Moss", "sand")).toEqual({});
    const fewer = { ...start, ...removeValue(start, 0, "Small") };
    expect(fewer.rows.map(({ id }) => id)).toEqual([3, 4]);
    const one = { ...start, ...removeOption(start, 1) };
    expect(one.rows.map(({ id }) => id)).toEqual([1, 3]);
  });
});

describe("what is sent", () => {
  it("has a stock only for counted variants, with the level that was seen", () => {
    const start = form();
    const rows = start.rows.map((row) => (row.id === 2 ? { ...row, stock: "9" } : row));
    const body = bodyOf({ ...start, rows }, "USD", "UTC");
    expect(body.variants.map(({ stock }) => stock)).toEqual([
      null,
      { before: 3, level: 9 },
      null,
      null,
    ]);
    expect(body.variants[0]?.price).toBe(1000);
  });

  it("is refused before a text that is no amount would become 0", () => {
    const start = form();
    const rows = start.rows.map((row) => (row.id === 2 ? { ...row, price: "free" } : row));
    expect(Object.keys(checkForm({ ...start, rows }, "USD"))).toEqual(["variants.1.price"]);
    expect(checkForm(start, "USD")).toEqual({});
  });

  it("converts weights and times", () => {
    expect(parseWeight("1.5", "kg")).toBe(1500);
    expect(parseWeight("x", "kg")).toBeNull();
    const moment = momentOf("2026-07-01T09:30", "America/New_York");
    expect(moment).toBe("2026-07-01T13:30:00.000Z");
    expect(wallTime(moment, "America/New_York")).toBe("2026-07-01T09:30");
  });
});

describe("the store", () => {
  it("goes on with what was saved, with the same objects for all that did not change", () => {
    const start = form();
    const store = createStore(start);
    store.setRow("v2", { price: "12" });
    expect(store.storedRow("v2")?.price).toBe("10");
    const typed = store.get();
    const saved = structuredClone(typed);
    store.load({
      ...saved,
      rows: saved.rows.map((row) => (row.id === 2 ? { ...row, sku: "S" } : row)),
    });
    expect(store.stored()).toBe(store.get());
    expect(store.get().rows.map((row, place) => row === typed.rows[place])).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(store.storedRow("v2")).toMatchObject({ price: "12", sku: "S" });
  });

  it("takes back to what was stored, and tells the rows and the page", () => {
    const store = createStore(form());
    const calls: string[] = [];
    store.subscribe(() => calls.push("page"));
    store.subscribeRow("v1", () => calls.push("v1"));
    store.subscribeRow("v2", () => calls.push("v2"));
    store.setRow("v2", { price: "12" });
    expect(calls).toEqual(["page", "v2"]);
    store.discard();
    expect(store.get().rows[1]?.price).toBe("10");
    expect(calls.slice(2)).toEqual(["page", "v1", "v2"]);
  });
});

describe("changes", () => {
  it("lists fields and cells, and merges another operator's", () => {
    const base = form();
    const mine: Form = {
      ...base,
      title: "Mine",
      brand: "Kiln",
      rows: base.rows.map((row) => (row.id === 1 ? { ...row, price: "12" } : row)),
    };
    expect(changesOf(base, mine).map(({ label, after }) => `${label}: ${after}`)).toEqual([
      "Title: Mine",
      "Brand: Kiln",
      "Small / Sand, Price: 12",
    ]);
    const theirs: Form = { ...base, title: "Theirs", summary: "New" };
    const result = merged(base, mine, theirs, new Set());
    expect([result.title, result.brand, result.summary]).toEqual(["Theirs", "Kiln", "New"]);
    expect(result.rows[0]?.price).toBe("12");
    expect(merged(base, mine, theirs, new Set(["title"])).title).toBe("Mine");
  });
});
