import { describe, expect, it } from "vitest";
import {
  appliedFilters,
  readListState,
  readPriceRange,
  toggled,
  withoutFilters,
  withPriceRange,
  writeListState,
} from "./listState";

function read(text: string) {
  return readListState(new URLSearchParams(text));
}

function write(state: ReturnType<typeof read>, base = "") {
  return writeListState(state, new URLSearchParams(base)).toString();
}

describe("the address of a list", () => {
  it("reads filters, sort and page", () => {
    expect(read("brand=Pavia&attr.color=Black&attr.color=White&sort=-price&page=3")).toEqual({
      page: 3,
      sort: "-price",
      filters: { brand: ["Pavia"], "attr.color": ["Black", "White"] },
    });
  });

  it("writes what it read", () => {
    const text = "brand=Oak+%26+Iron&attr.size=1.7+L&price=4000..35000&sort=newest&page=2";
    expect(write(read(text))).toBe(text);
  });

  it("leaves out what no list knows and values that are none", () => {
    expect(read("utm_source=x&sort=evil&page=-1&brand=&attr.=x")).toEqual({
      page: 1,
      sort: null,
      filters: {},
    });
    expect(read("page=99999999999").page).toBe(1);
    expect(read("page=1e3").page).toBe(1);
  });

  it("keeps what belongs to the page, such as the words searched for", () => {
    expect(write(read("brand=Pavia"), "q=kettle&page=4&sort=price&brand=Old")).toBe(
      "q=kettle&brand=Pavia",
    );
  });

  it("holds each value once, and one value where only one makes sense", () => {
    expect(read("brand=A&brand=A&rating=3&rating=4").filters).toEqual({
      brand: ["A"],
      rating: ["4"],
    });
  });
});

describe("changing filters", () => {
  it("adds, takes away and goes back to the first page", () => {
    const one = toggled(read("page=5"), { parameter: "brand", value: "A" });
    expect(one).toEqual({ page: 1, sort: null, filters: { brand: ["A"] } });
    const two = toggled(one, { parameter: "brand", value: "B" });
    expect(appliedFilters(two)).toHaveLength(2);
    expect(
      toggled(toggled(two, { parameter: "brand", value: "A" }), {
        parameter: "brand",
        value: "B",
      }).filters,
    ).toEqual({});
  });

  it("replaces a single value", () => {
    const state = toggled(read("rating=3"), { parameter: "rating", value: "4" });
    expect(state.filters).toEqual({ rating: ["4"] });
  });

  it("clears filters and keeps the sort", () => {
    expect(withoutFilters(read("brand=A&sort=price&page=2"))).toEqual({
      page: 1,
      sort: "price",
      filters: {},
    });
  });
});

describe("the price range", () => {
  it("reads open and closed ends and refuses rubbish", () => {
    expect(readPriceRange("4000..35000")).toEqual({ from: 4000, to: 35000 });
    expect(readPriceRange("..35000")).toEqual({ from: null, to: 35000 });
    expect(readPriceRange("cheap")).toEqual({ from: null, to: null });
    expect(readPriceRange(undefined)).toEqual({ from: null, to: null });
  });

  it("writes ends the right way round and drops an empty range", () => {
    expect(withPriceRange(read(""), { from: 900, to: 100 }).filters).toEqual({
      price: ["100..900"],
    });
    expect(withPriceRange(read(""), { from: 900, to: null }).filters).toEqual({
      price: ["900.."],
    });
    expect(withPriceRange(read("price=1..2"), { from: null, to: null }).filters).toEqual({});
  });
});
