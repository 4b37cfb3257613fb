import { useEffect } from "react";
import { useAppState } from "./appState";
import { showTitle } from "./pageHead";

/** Sets the document title to the page's title and the company name. Overrides the server's title. */
export function useDocumentTitle(title: string): void {
  const companyName = useAppState((state) => state.companyLogoDetails.companyName);
  useEffect(() => {
    showTitle({ pageTitle: `${title} | ${companyName}` });
    return () => showTitle({ pageTitle: null });
  }, [title, companyName]);
}
