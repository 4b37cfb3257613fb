import { FindOrder } from "@/features/returns/FindOrder";
import { t } from "@/messages/t";
import { useDocumentTitle } from "@/state/useDocumentTitle";

export function Component() {
  useDocumentTitle(t("findOrder.title"));
  return (
    <main className="wrap" id="content">
      <FindOrder />
    </main>
  );
}
