import { OpenWithdrawal } from "@/features/returns/OpenWithdrawal";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";

export function Component() {
  useTitle(t("withdraw.title"));
  return (
    <main className="wrap" id="content">
      <OpenWithdrawal />
    </main>
  );
}
