import { useMemo } from "react";
import { useLocation } from "react-router";
import { create } from "zustand";

interface Replaced {
  /** The router's location that the query belongs to. */
  key: string;
  pathname: string;
  search: string;
  /** The query that stands in the address instead. */
  by: string;
}

const useReplaced = create<{ replaced: Replaced | null }>()(() => ({ replaced: null }));

interface At {
  key: string;
  pathname: string;
  search: string;
}

/** The query that stands in the address of a location, perhaps set without a navigation. */
export function searchOf({ key, pathname, search }: At): string {
  const { replaced } = useReplaced.getState();
  const isReplaced =
    replaced?.key === key && replaced.pathname === pathname && replaced.search === search;
  return isReplaced ? replaced.by : search;
}

/** The address that is shown, as path and query. */
export function useHere(): string {
  const location = useLocation();
  useReplaced();
  return location.pathname + searchOf(location);
}

/**
 * The query of the address, and a way to replace it without a navigation: for what a shopper sets on a
 * screen, such as an option. Nothing is loaded anew and the page stays where it is; reload, Back and
 * a shared link find what was set.
 */
export function useAddressSearch() {
  const location = useLocation();
  useReplaced();
  const search = searchOf(location);
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const replace = (next: URLSearchParams) => {
    const text = next.toString();
    const by = text === "" ? "" : `?${text}`;
    const { key, pathname } = location;
    window.history.replaceState(window.history.state, "", pathname + by + location.hash);
    useReplaced.setState({ replaced: { key, pathname, search: location.search, by } });
  };
  return [parameters, replace] as const;
}
