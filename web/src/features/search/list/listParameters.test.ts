import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  SORTS,
  appliedFilters,
  parseListParameters,
  parsePriceRange,
  toggleFilter,
  clearFilters,
  setPriceRange,
  writeListParameters,
} from "./listParameters";

function parse(text: string) {
  return parseListParameters(new URLSearchParams(text));
}

function write(list: ReturnType<typeof parse>, source = {}) {
  return writeListParameters(list, source).toString();
}

describe("list parameters", () => {
  it("are parsed into filters, sort and page", () => {
    expect(parse("brand=Pavia&attr.color=Black&attr.color=White&sort=-price&page=3")).toEqual({
      page: 3,
      sort: "-price",
      filters: { brand: ["Pavia"], "attr.color": ["Black", "White"] },
    });
  });

  it("have the sort orders of the contract", () => {
    const contract = JSON.parse(readFileSync("../contract/openapi.json", "utf8")) as {
      paths: {
        "/api/products": {
          get: { parameters: { name: string; schema: { enum?: string[] } }[] };
        };
      };
    };
    const { parameters } = contract.paths["/api/products"].get;
    expect([...SORTS].sort()).toEqual(
      parameters.find(({ name }) => name === "sort")?.schema.enum?.sort(),
    );
  });

  it("are written sorted by name, as the server renders them", () => {
    const text =
      "brand=Oak+%26+Iron&brand=Elm&attr.size=1.7+L&price=4000..35000&sort=newest&page=2";
    expect(write(parse(text))).toBe(
      "attr.size=1.7+L&brand=Oak+%26+Iron&brand=Elm&price=4000..35000&sort=newest&page=2",
    );
    expect(appliedFilters(parse(text)).map(({ value }) => value)).toEqual([
      "1.7 L",
      "Oak & Iron",
      "Elm",
      "4000..35000",
    ]);
  });

  it("ignore unknown parameters and invalid values", () => {
    expect(parse("utm_source=x&sort=evil&page=-1&brand=&attr.=x")).toEqual({
      page: 1,
      sort: null,
      filters: {},
    });
    expect(parse("page=99999999999").page).toBe(1);
    expect(parse("page=1e3").page).toBe(1);
  });

  it("follow the words of a search", () => {
    const list = parse("brand=Pavia&utm_source=mail");
    expect(write(list, { q: "kettle", literal: "true" })).toBe("q=kettle&literal=true&brand=Pavia");
  });

  it("contain each value once, and one rating at a time", () => {
    expect(parse("brand=A&brand=A&rating=3&rating=4").filters).toEqual({
      brand: ["A"],
      rating: ["4"],
    });
  });
});

describe("changing filters", () => {
  it("adds and removes a filter and goes back to the first page", () => {
    const one = toggleFilter(parse("page=5"), { parameter: "brand", value: "A" });
    expect(one).toEqual({ page: 1, sort: null, filters: { brand: ["A"] } });
    const two = toggleFilter(one, { parameter: "brand", value: "B" });
    expect(appliedFilters(two)).toHaveLength(2);
    expect(
      toggleFilter(toggleFilter(two, { parameter: "brand", value: "A" }), {
        parameter: "brand",
        value: "B",
      }).filters,
    ).toEqual({});
  });

  it("replaces the value of a filter that has one at a time", () => {
    const list = toggleFilter(parse("rating=3"), { parameter: "rating", value: "4" });
    expect(list.filters).toEqual({ rating: ["4"] });
  });

  it("clears filters but not the sort order", () => {
    expect(clearFilters(parse("brand=A&sort=price&page=2"))).toEqual({
      page: 1,
      sort: "price",
      filters: {},
    });
  });
});

describe("the price range", () => {
  it("parses open and closed ends and ignores invalid text", () => {
    expect(parsePriceRange("4000..35000")).toEqual({ from: 4000, to: 35000 });
    expect(parsePriceRange("..35000")).toEqual({ from: null, to: 35000 });
    expect(parsePriceRange("cheap")).toEqual({ from: null, to: null });
    expect(parsePriceRange(undefined)).toEqual({ from: null, to: null });
  });

  it("swaps ends in the wrong order and removes an empty range", () => {
    expect(setPriceRange(parse(""), { from: 900, to: 100 }).filters).toEqual({
      price: ["100..900"],
    });
    expect(setPriceRange(parse(""), { from: 900, to: null }).filters).toEqual({
      price: ["900.."],
    });
    expect(setPriceRange(parse("price=1..2"), { from: null, to: null }).filters).toEqual({});
  });
});
