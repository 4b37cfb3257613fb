import { useMemo } from "react";
import { useLocation } from "react-router";
import { create } from "zustand";

/** A query string that was set without a navigation. */
interface Replacement {
  /** Key of the router's location that it belongs to. */
  key: string;
  pathname: string;
  search: string;
  /** The current query string. */
  by: string;
}

const useReplaced = create<{ replaced: Replacement | null }>()(() => ({ replaced: null }));

interface At {
  key: string;
  pathname: string;
  search: string;
}

/** The query string of a location, including one that was set without a navigation. */
export function searchOf({ key, pathname, search }: At): string {
  const { replaced } = useReplaced.getState();
  const isReplaced =
    replaced?.key === key && replaced.pathname === pathname && replaced.search === search;
  return isReplaced ? replaced.by : search;
}

/** The current path and query string. */
export function useCurrentPath(): string {
  const location = useLocation();
  useReplaced();
  return location.pathname + searchOf(location);
}

/**
 * The query parameters, and a function that replaces them without a navigation: for choices on a page,
 * such as an option. Nothing is reloaded or scrolled, but reload, Back and shared links have the choice.
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
