import { useEffect } from "react";
import { useAppState } from "./appState";

/** A screen's own title, followed by the company's name: for screens the server has no head for. */
export function useTitle(title: string): void {
  const companyName = useAppState((state) => state.companyLogoDetails.companyName);
  useEffect(() => {
    document.title = `${title} – ${companyName}`;
  }, [title, companyName]);
}
