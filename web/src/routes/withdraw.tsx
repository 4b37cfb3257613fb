import { PublicWithdrawal } from "@/features/returns/PublicWithdrawal";
import { t } from "@/messages/t";
import { useDocumentTitle } from "@/state/useDocumentTitle";

export function Component() {
  useDocumentTitle(t("withdraw.title"));
  return (
    <main className="wrap" id="content">
      <PublicWithdrawal />
    </main>
  );
}
