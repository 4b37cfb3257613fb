import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type SearchWords = Schemas["SearchWords"];
export type MissedSearch = Schemas["MissedSearch"];
export type SynonymDetails = Schemas["SynonymDetails"];
export type SearchRedirectDetails = Schemas["SearchRedirectDetails"];
export type ListedSearchRedirect = Schemas["ListedSearchRedirect"];
/** What the dialog of redirects edits: a redirect, or a search that gets one. */
export type EditedRedirect = SearchRedirectDetails | { phrase: string };
/** What the dialog edits: synonyms, or a phrase that gets some. */
export type Edited = SynonymDetails | { phrase: string };

export type SuggestedQuery = Schemas["SuggestedQuery"];

export const suggestedQueriesQuery = queryOptions({
  queryKey: ["suggestedQueries"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/suggested-queries")),
});

export type StarterSynonym = Schemas["StarterSynonym"];

export const starterSynonymsQuery = queryOptions({
  queryKey: ["starterSynonyms"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/starter-synonyms")),
});

export const searchWordsQuery = queryOptions({
  queryKey: ["searchWords"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/search-words")),
});
