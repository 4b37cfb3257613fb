import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Suggestion as ApiSuggestion } from "@/api/types";
import { t } from "@/messages/t";
import { searchLink } from "./links";
import { suggestionsQuery } from "./queries";
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

/** Letters typed in one go are one question. */
const PAUSE = 120;
const LONGEST = 100;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const TITLES = {
  query: "search.queries",
  category: "search.categories",
  product: "search.products",
} as const;

function recent(): SuggestionGroup {
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

function grouped(suggestions: readonly ApiSuggestion[]): SuggestionGroup[] {
  return (["query", "category", "product"] as const).map((kind) => ({
    kind,
    title: t(TITLES[kind]),
    suggestions: suggestions
      .filter((suggestion) => suggestion.kind === kind)
      .map((suggestion) => ({ ...suggestion, key: `${kind} ${suggestion.link}` })),
  }));
}

/** What to offer for the words typed so far; recent searches while there are none. */
export function useSuggestions(typed: string, open: boolean): SuggestionGroup[] {
  const words = typed.trim().slice(0, LONGEST);
  const settled = useSettled(words);
  const { data = [] } = useQuery({ ...suggestionsQuery(settled), enabled: open && settled !== "" });
  if (!open) return [];
  const groups = words === "" ? [recent()] : grouped(data);
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}
