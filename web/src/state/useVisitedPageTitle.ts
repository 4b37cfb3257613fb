import { useEffect } from "react";
import { useLocation } from "react-router";
import { useVisitedPages } from "./visitedPages";

/** Sets the title of the current page in "Back to …" links on the next one. */
export function useVisitedPageTitle(title: string | null): void {
  const { key } = useLocation();
  useEffect(() => {
    const { current } = useVisitedPages.getState();
    if (current?.key === key) useVisitedPages.setState({ current: { ...current, title } });
  }, [key, title]);
}
