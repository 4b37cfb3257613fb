import { useQuery } from "@tanstack/react-query";
import type { Suggestion as ApiSuggestion } from "@/api/types";
import { t } from "@/messages/t";
import { useDebouncedValue } from "@/state/useDebouncedValue";
import { searchLink } from "../links";
import { suggestionsQuery } from "../queries";
import { recentSearches } from "./recentSearches";

type Kind = "recent" | ApiSuggestion["kind"];

export interface Suggestion extends Omit<ApiSuggestion, "kind" | "slug"> {
  key: string;
}

export interface SuggestionGroup {
  kind: Kind;
  title: string;
  suggestions: Suggestion[];
}

/** Milliseconds without typing before suggestions are loaded. */
const PAUSE = 120;
const MAX_LENGTH = 100;

const TITLES = {
  query: "search.queries",
  category: "search.categories",
  brand: "search.brands",
  product: "search.products",
} as const;

function recentGroup(): SuggestionGroup {
  return {
    kind: "recent",
    title: t("search.recent"),
    suggestions: recentSearches().map((text) => ({
      key: text,
      text,
      link: searchLink(text),
      image: null,
      price: null,
      compareAtPrice: null,
      priceVaries: false,
    })),
  };
}

function groupByKind(suggestions: readonly ApiSuggestion[]): SuggestionGroup[] {
  return (["query", "category", "brand", "product"] as const).map((kind) => ({
    kind,
    title: t(TITLES[kind]),
    suggestions: suggestions
      .filter((suggestion) => suggestion.kind === kind)
      .map((suggestion) => ({ ...suggestion, key: `${kind} ${suggestion.link}` })),
  }));
}

/** Suggestions for the typed words, by kind; recent searches while the field is empty. */
export function useSuggestions(typed: string, open: boolean): SuggestionGroup[] {
  const words = typed.trim().slice(0, MAX_LENGTH);
  const settled = useDebouncedValue(words, PAUSE);
  const { data = [] } = useQuery({ ...suggestionsQuery(settled), enabled: open && settled !== "" });
  if (!open) return [];
  const groups = words === "" ? [recentGroup()] : groupByKind(data);
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}
