/** Which shelf a product list's address means: five routes, one screen. */
import type { Params } from "react-router";
import type { Source } from "./listQuery";

export type SourceKind = "category" | "sale" | "slider" | "section" | "search";

export function kindOf(pathname: string): SourceKind {
  if (pathname.startsWith("/c/")) return "category";
  if (pathname.startsWith("/sa/")) return "sale";
  if (pathname.startsWith("/s/")) return "slider";
  return pathname.startsWith("/collections/") ? "section" : "search";
}

/** One character more than a search takes: enough for the shop to say that it is too long. */
const TOO_LONG = 201;

export function sourceOf(
  pathname: string,
  { parentId = "", slug = "" }: Params,
  search: URLSearchParams,
): Source {
  switch (kindOf(pathname)) {
    case "category":
      return { category: slug };
    case "sale":
      return { sale: slug };
    case "slider":
      return { slider: slug };
    case "section":
      return { section: `${parentId}/${slug}` };
    case "search": {
      const q = (search.get("q") ?? "").trim().slice(0, TOO_LONG);
      return q === "" ? {} : { q };
    }
  }
}
