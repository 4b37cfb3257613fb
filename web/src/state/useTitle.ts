import { useEffect } from "react";
import { useAppState } from "./appState";
import { showTitle } from "./pageHead";

/**
 * A screen's own title, in the shop's language, followed by the company's name. It is written over the
 * title of the server's head markup, whose other elements stay.
 */
export function useTitle(words: string): void {
  const companyName = useAppState((state) => state.companyLogoDetails.companyName);
  useEffect(() => {
    showTitle({ screenTitle: `${words} | ${companyName}` });
    return () => showTitle({ screenTitle: null });
  }, [words, companyName]);
}
