import { useEffect } from "react";
import { t } from "../messages/t";
import { useShop } from "../session/session";

/** "Orders · Kiln & Grain · Back office" */
export function useDocumentTitle(title: string): void {
  const { name } = useShop();
  useEffect(() => {
    document.title = [title, name, t("frame.name")].filter(Boolean).join(" · ");
  }, [title, name]);
}
