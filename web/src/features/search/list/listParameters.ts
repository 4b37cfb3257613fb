import type { operations } from "@/api/schema";
import { ALL_OF, ANY_OF } from "@/ui/Filter/parameters";
import { readPage } from "@/ui/Pagination/readPage";

// Page, sort order and filters of a product list live in the URL, under the names of the API's
// parameters, so that links can be shared and Back works. This module alone reads and writes them.

type ApiParameters = NonNullable<operations["searchListOfProducts"]["parameters"]["query"]>;
export type Sort = NonNullable<ApiParameters["sort"]>;

export const SORTS = [
  "relevance",
  "newest",
  "price",
  "-price",
  "rating",
  "discount",
  "popularity",
] as const satisfies readonly Sort[];

const REPEATED = new Set<string>(["brand" satisfies keyof ApiParameters, ALL_OF, ANY_OF]);
const SINGLE = new Set<string>([
  "category",
  "price",
  "rating",
  "inStock",
  "discount",
] satisfies (keyof ApiParameters)[]);
const ATTRIBUTE = /^attr\..{1,80}$/;

export interface ListParameters {
  page: number;
  /** Null for the default order. */
  sort: Sort | null;
  /** Distinct values by parameter, in the order of the URL. */
  filters: Readonly<Record<string, readonly string[]>>;
}

export interface Filter {
  parameter: string;
  value: string;
}

function isFilter(parameter: string): boolean {
  return REPEATED.has(parameter) || SINGLE.has(parameter) || ATTRIBUTE.test(parameter);
}

/** Whether a filter has one value at a time (price, rating) or several (brand, colour). */
export function isSingle(parameter: string): boolean {
  return SINGLE.has(parameter);
}

/**
 * The filters, sorted by their names. The server renders a page for sorted parameters, so what is shown must
 * not follow the order of the URL.
 */
function sorted({ filters }: ListParameters): [string, readonly string[]][] {
  return Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Parses the query of a URL. Unknown parameters and invalid values are ignored. */
export function parseListParameters(parameters: URLSearchParams): ListParameters {
  const filters: Record<string, string[]> = {};
  for (const [parameter, value] of parameters) {
    if (!isFilter(parameter) || value === "") continue;
    const values = (filters[parameter] ??= []);
    if (isSingle(parameter)) values.splice(0);
    if (!values.includes(value)) values.push(value);
  }
  const sort = parameters.get("sort");
  return {
    page: readPage(parameters),
    sort: SORTS.find((known) => known === sort) ?? null,
    filters,
  };
}

/** The parameters of `source`, such as `q`, and after them the list's, sorted by name. */
export function writeListParameters(
  list: ListParameters,
  source: Readonly<Record<string, string>>,
): URLSearchParams {
  const written = new URLSearchParams(source);
  for (const [parameter, values] of sorted(list)) {
    for (const value of values) written.append(parameter, value);
  }
  if (list.sort !== null) written.set("sort", list.sort);
  if (list.page > 1) written.set("page", String(list.page));
  return written;
}

export function isApplied({ filters }: ListParameters, { parameter, value }: Filter): boolean {
  return filters[parameter]?.includes(value) ?? false;
}

/** Whether a parameter contains conditions of the advanced filter. */
export function isCondition(parameter: string): boolean {
  return parameter === ALL_OF || parameter === ANY_OF;
}

/** Whether an advanced filter is applied. */
export function hasConditions({ filters }: ListParameters): boolean {
  return Object.keys(filters).some(isCondition);
}

function without(filters: ListParameters["filters"], parameter: string): ListParameters["filters"] {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => name !== parameter));
}

/** The first page of the list without any value of a filter. */
export function withoutFilter(list: ListParameters, parameter: string): ListParameters {
  return { ...list, page: 1, filters: without(list.filters, parameter) };
}

/** The list without the conditions of an advanced filter. */
export function withoutConditions(list: ListParameters): ListParameters {
  const others = Object.entries(list.filters).filter(([name]) => !isCondition(name));
  return { ...list, filters: Object.fromEntries(others) };
}

/** Adds or removes a filter and goes back to the first page. */
export function toggleFilter(list: ListParameters, filter: Filter): ListParameters {
  const { parameter, value } = filter;
  const present = list.filters[parameter] ?? [];
  const values = isApplied(list, filter)
    ? present.filter((other) => other !== value)
    : [...(isSingle(parameter) ? [] : present), value];
  const others = without(list.filters, parameter);
  return {
    ...list,
    page: 1,
    filters: values.length > 0 ? { ...others, [parameter]: values } : others,
  };
}

/** Whether the shopper chose a sort order or a filter. */
export function hasFiltersOrSort(list: ListParameters): boolean {
  return list.sort !== null || appliedFilters(list).length > 0;
}

export function clearFilters(list: ListParameters): ListParameters {
  return { ...list, page: 1, filters: {} };
}

/** The filters in the order in which they are shown. */
export function appliedFilters(list: ListParameters): Filter[] {
  return sorted(list).flatMap(([parameter, values]) =>
    values.map((value) => ({ parameter, value })),
  );
}

export interface PriceRange {
  from: number | null;
  to: number | null;
}

/** Parses `min..max` in minor units; either end may be open. */
export function parsePriceRange(text: string | undefined): PriceRange {
  const match = /^(\d{0,12})\.\.(\d{0,12})$/.exec(text ?? "");
  const end = (digits: string | undefined) => (digits ? Number(digits) : null);
  return { from: end(match?.[1]), to: end(match?.[2]) };
}

/** Sets the price filter. Ends in the wrong order are swapped; without ends the filter is removed. */
export function setPriceRange(list: ListParameters, { from, to }: PriceRange): ListParameters {
  const others = without(list.filters, "price");
  if (from === null && to === null) return { ...list, page: 1, filters: others };
  const [low, high] = from !== null && to !== null && from > to ? [to, from] : [from, to];
  return {
    ...list,
    page: 1,
    filters: { ...others, price: [`${low ?? ""}..${high ?? ""}`] },
  };
}
