import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router";

/**
 * Reads the router's state at the moment of the call. Hooks give that of the last render, which lags behind
 * on a slow machine: of two quick changes of the address, the second would undo the first.
 */
export function useRouterNow() {
  const context = useContext(DataRouterContext);
  return useCallback(() => {
    if (context === null) throw new Error("There is no router.");
    return context.router.state;
  }, [context]);
}
