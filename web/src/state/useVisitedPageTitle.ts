import { useEffect } from "react";
import { useLocation } from "react-router";
import { useVisitedPages } from "./visitedPages";

/** Sets the title of the current page in "Back to …" links on the next one. */
export function useVisitedPageTitle(title: string | null): void {
  const { key } = useLocation();
  useEffect(() => {
    const setTitle = () => {
      const { current } = useVisitedPages.getState();
      if (current?.key !== key || current.title === title) return;
      useVisitedPages.setState({ current: { ...current, title } });
    };
    setTitle();
    // A list that was behind a product becomes current again without being rendered.
    return useVisitedPages.subscribe(setTitle);
  }, [key, title]);
}
