import { AddMoney } from "@/features/payments/topups/AddMoney";
import { TopupStatus } from "@/features/payments/topups/TopupStatus";
import { Wallet } from "@/features/wallet/Wallet";
import { t } from "@/messages/t";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { PageTitle } from "@/ui/PageTitle/PageTitle";

export function Component() {
  useDocumentTitle(t("account.wallet"));
  return (
    <>
      <PageTitle title={t("account.wallet")} />
      <Wallet topupStatus={<TopupStatus />} addMoney={(limits) => <AddMoney limits={limits} />} />
    </>
  );
}
