import { useMemo } from "react";
import type { Count } from "../../api/list";
import { useAddressSearch } from "../addressSearch";

/** A named set of search, filters and sort; the address names it and holds what differs from it. */
export interface View {
  id: string;
  name: string;
  /** Values by key: `q`, `sort` and those of the filters. */
  params: Readonly<Record<string, string>>;
  /** Rows that wait, never a total, except for the first view. */
  count?: Count | null;
  /** Columns to show; undefined for the default ones. */
  columns?: readonly string[] | undefined;
  /** Saved by the operator, who may change and remove it. */
  own?: boolean;
  /** Shown when the address names none; otherwise the first one is. */
  isDefault?: boolean;
}

export interface ListState {
  view: View;
  views: readonly View[];
  /** What the rows are requested with: the view's values and what differs. */
  params: Readonly<Record<string, string>>;
  cursor: string | null;
  /** Columns in the address, which differ from those of the view. */
  columns: readonly string[] | undefined;
  /** Whether something differs from the view. */
  isChanged: boolean;
  /** Sets a value; null removes it, also if the view has it. Goes back to the first page. */
  set: (key: string, value: string | null, options?: { replace?: boolean }) => void;
  /** Shows a view as it was saved; null for the default one. */
  setView: (id: string | null) => void;
  /** Shows other columns than the view; null for those of the view. */
  setColumns: (ids: readonly string[] | null) => void;
  setCursor: (cursor: string | null) => void;
  /** Back to the view as it was saved. */
  clear: () => void;
}

/** Keys of the address that are no values of the list. */
const OWN_KEYS = new Set(["view", "cursor", "columns", "panel", "new"]);

function paramsOf(view: View, search: URLSearchParams): Record<string, string> {
  const typed = [...search].filter(([key]) => !OWN_KEYS.has(key));
  const params = { ...view.params, ...(Object.fromEntries(typed) as Record<string, string>) };
  // An empty value removes the view's own.
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ""));
}

/** The state of a list, kept in the address, so that a reload, a link and Back restore it. */
export function useListState(views: readonly [View, ...View[]]): ListState {
  const [search, changeSearch] = useAddressSearch();
  const home = views.find(({ isDefault }) => isDefault) ?? views[0];
  const view = views.find(({ id }) => id === search.get("view")) ?? home;
  return useMemo(() => {
    const params = paramsOf(view, search);
    const columns = search.get("columns")?.split(",");
    const differs = [...search.keys()].some((key) => key === "columns" || !OWN_KEYS.has(key));
    const change = (edit: (next: URLSearchParams) => void, replace = false) =>
      changeSearch(
        (next) => {
          next.delete("cursor");
          edit(next);
        },
        { replace, preventScrollReset: true },
      );
    return {
      view,
      views,
      params,
      cursor: search.get("cursor"),
      columns,
      isChanged: differs,
      set: (key, value, options) =>
        change((next) => {
          const ofView = view.params[key] ?? null;
          if (value === ofView || (value === "" && ofView === null)) next.delete(key);
          else next.set(key, value ?? "");
          if (value === null && ofView === null) next.delete(key);
        }, options?.replace),
      setView: (id) =>
        changeSearch((next) => {
          for (const key of [...next.keys()]) next.delete(key);
          if (id !== null && id !== home.id) next.set("view", id);
        }),
      setColumns: (ids) =>
        changeSearch(
          (next) => {
            if (ids === null || ids.join() === view.columns?.join()) next.delete("columns");
            else next.set("columns", ids.join());
          },
          { replace: true, preventScrollReset: true },
        ),
      setCursor: (cursor) =>
        changeSearch((next) => {
          if (cursor === null) next.delete("cursor");
          else next.set("cursor", cursor);
        }),
      clear: () =>
        change((next) => {
          for (const key of [...next.keys()]) {
            if (key === "columns" || !OWN_KEYS.has(key)) next.delete(key);
          }
        }),
    };
  }, [search, changeSearch, home, view, views]);
}
