import { useEffect } from "react";
import { t } from "../messages/t";
import { useShop } from "../session/session";

/** "Orders · Kiln & Grain · Back office" */
export function useDocumentTitle(title: string): void {
  const { name } = useShop();
  useEffect(() => {
    const before = document.title;
    document.title = [title, name, t("frame.name")].filter(Boolean).join(" · ");
    // A page that this one has covered is shown again.
    return () => void (document.title = before);
  }, [title, name]);
}
