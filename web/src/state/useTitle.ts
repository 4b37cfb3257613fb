import { useEffect } from "react";
import { useAppState } from "./appState";
import { usePageHead } from "./pageHead";

/**
 * A screen's own title, in the shop's language, followed by the company's name. It is written over the
 * title of the server's head markup, whose other elements stay.
 */
export function useTitle(words: string): void {
  const companyName = useAppState((state) => state.companyLogoDetails.companyName);
  useEffect(() => {
    const title = `${words} | ${companyName}`;
    document.title = title;
    usePageHead.setState({ title });
    return () => usePageHead.setState({ title: null });
  }, [words, companyName]);
}
