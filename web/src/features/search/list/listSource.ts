import type { Params } from "react-router";

/** Which products a list shows. A search may also be limited to a category. */
export interface ListSource {
  category?: string;
  sale?: string;
  slider?: string;
  /** `parentId/slug`. */
  section?: string;
  collection?: string;
  q?: string;
  /** Whether the words are searched as they are, without correction. */
  literal?: "true";
}

export type ListKind = "category" | "sale" | "slider" | "section" | "collection" | "search";

export function listKind(pathname: string): ListKind {
  if (pathname.startsWith("/c/")) return "category";
  if (pathname.startsWith("/sa/")) return "sale";
  if (pathname.startsWith("/s/")) return "slider";
  if (pathname.startsWith("/collection/")) return "collection";
  return pathname.startsWith("/collections/") ? "section" : "search";
}

/** One character more than the server allows, so that it answers with its error. */
const TOO_LONG = 201;

/** The list that a URL shows. */
export function listSource(
  pathname: string,
  { parentId = "", slug = "" }: Params,
  search: URLSearchParams,
): ListSource {
  switch (listKind(pathname)) {
    case "category":
      return { category: slug };
    case "sale":
      return { sale: slug };
    case "slider":
      return { slider: slug };
    case "section":
      return { section: `${parentId}/${slug}` };
    case "collection":
      return { collection: slug };
    case "search": {
      const q = (search.get("q") ?? "").trim().slice(0, TOO_LONG);
      if (q !== "" && search.get("literal") === "true") return { q, literal: "true" };
      return q === "" ? {} : { q };
    }
  }
}

/** Whether the list shows all products. */
export function isEverything(source: ListSource): boolean {
  return Object.keys(source).length === 0;
}
