import { ALL_OF, ANY_OF } from "@/ui/Filter/parameters";
import { pageIn } from "@/ui/Pages/pageIn";

/**
 * The state of a product list is its address: the same names as the API's own parameters, so that a
 * link can be shared and Back returns to what was seen.
 */
export const SORTS = [
  "relevance",
  "newest",
  "price",
  "-price",
  "rating",
  "discount",
  "popularity",
] as const;
export type Sort = (typeof SORTS)[number];

const REPEATED = new Set(["brand", ALL_OF, ANY_OF]);
const SINGLE = new Set(["category", "price", "rating", "inStock", "discount"]);
const ATTRIBUTE = /^attr\..{1,80}$/;

export interface ListState {
  page: number;
  /** Null where the shopper has not chosen one. */
  sort: Sort | null;
  /** Chosen values by parameter, each once, in the order of the address. */
  filters: Readonly<Record<string, readonly string[]>>;
}

export interface Filter {
  parameter: string;
  value: string;
}

function isFilter(parameter: string): boolean {
  return REPEATED.has(parameter) || SINGLE.has(parameter) || ATTRIBUTE.test(parameter);
}

/** Whether one value takes the place of another (price, rating) or joins it (brand, colour). */
export function isSingle(parameter: string): boolean {
  return SINGLE.has(parameter);
}

/** Reads an address; what no list knows is left out. */
export function readListState(parameters: URLSearchParams): ListState {
  const filters: Record<string, string[]> = {};
  for (const [parameter, value] of parameters) {
    if (!isFilter(parameter) || value === "") continue;
    const values = (filters[parameter] ??= []);
    if (isSingle(parameter)) values.splice(0);
    if (!values.includes(value)) values.push(value);
  }
  const sort = parameters.get("sort");
  return {
    page: pageIn(parameters),
    sort: SORTS.find((known) => known === sort) ?? null,
    filters,
  };
}

/** Writes the state into an address, keeping what belongs to the page itself, such as `q`. */
export function writeListState(state: ListState, base: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams();
  for (const [parameter, value] of base) {
    if (parameter !== "page" && parameter !== "sort" && !isFilter(parameter)) {
      written.append(parameter, value);
    }
  }
  for (const [parameter, values] of Object.entries(state.filters)) {
    for (const value of values) written.append(parameter, value);
  }
  if (state.sort !== null) written.set("sort", state.sort);
  if (state.page > 1) written.set("page", String(state.page));
  return written;
}

export function isApplied(state: ListState, { parameter, value }: Filter): boolean {
  return state.filters[parameter]?.includes(value) ?? false;
}

/** Whether a parameter holds conditions of an advanced filter. */
export function isCondition(parameter: string): boolean {
  return parameter === ALL_OF || parameter === ANY_OF;
}

/** Whether the list has an advanced filter. */
export function hasConditions({ filters }: ListState): boolean {
  return Object.keys(filters).some(isCondition);
}

function without(filters: ListState["filters"], parameter: string): ListState["filters"] {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => name !== parameter));
}

/** Adds a filter or takes it away. Either way the list starts from its first page. */
export function toggled(state: ListState, filter: Filter): ListState {
  const { parameter, value } = filter;
  const present = state.filters[parameter] ?? [];
  const values = isApplied(state, filter)
    ? present.filter((other) => other !== value)
    : [...(isSingle(parameter) ? [] : present), value];
  const others = without(state.filters, parameter);
  return {
    ...state,
    page: 1,
    filters: values.length > 0 ? { ...others, [parameter]: values } : others,
  };
}

/** Whether an order or a filter was chosen. */
export function isAsked(state: ListState): boolean {
  return state.sort !== null || appliedFilters(state).length > 0;
}

export function withoutFilters(state: ListState): ListState {
  return { ...state, page: 1, filters: {} };
}

export function appliedFilters(state: ListState): Filter[] {
  return Object.entries(state.filters).flatMap(([parameter, values]) =>
    values.map((value) => ({ parameter, value })),
  );
}

export interface PriceRange {
  from: number | null;
  to: number | null;
}

/** Reads `min..max` in minor units; either end may be open. */
export function readPriceRange(text: string | undefined): PriceRange {
  const match = /^(\d{0,12})\.\.(\d{0,12})$/.exec(text ?? "");
  const end = (digits: string | undefined) => (digits ? Number(digits) : null);
  return { from: end(match?.[1]), to: end(match?.[2]) };
}

/** Writes a range; one whose ends were typed the wrong way round is turned. */
export function withPriceRange(state: ListState, { from, to }: PriceRange): ListState {
  const others = without(state.filters, "price");
  if (from === null && to === null) return { ...state, page: 1, filters: others };
  const [low, high] = from !== null && to !== null && from > to ? [to, from] : [from, to];
  return {
    ...state,
    page: 1,
    filters: { ...others, price: [`${low ?? ""}..${high ?? ""}`] },
  };
}
