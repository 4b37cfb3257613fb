import { useCallback, useContext } from "react";
import {
  type NavigateOptions,
  UNSAFE_DataRouterContext as DataRouterContext,
  useSearchParams,
} from "react-router";

/**
 * Reads the router's state at the moment of the call. Hooks give that of the last render, which lags behind
 * on a slow machine.
 */
export function useRouterNow() {
  const context = useContext(DataRouterContext);
  return useCallback(() => {
    if (context === null) throw new Error("There is no router.");
    return context.router.state;
  }, [context]);
}

type Change = (edit: (search: URLSearchParams) => void, options?: NavigateOptions) => void;

/**
 * The search part of the address, and a way to change it. Changes add up: React Router's own hook starts from
 * the last render, so that of two quick changes the second would undo the first.
 */
export function useAddressSearch(): [URLSearchParams, Change] {
  const [search, setSearch] = useSearchParams();
  const now = useRouterNow();
  const change = useCallback<Change>(
    (edit, options) => {
      const next = new URLSearchParams(now().location.search);
      edit(next);
      setSearch(next, options);
    },
    [now, setSearch],
  );
  return [search, change];
}
