import { FindOrder } from "@/features/returns/FindOrder";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";

export function Component() {
  useTitle(t("findOrder.title"));
  return (
    <main className="wrap" id="content">
      <FindOrder />
    </main>
  );
}
