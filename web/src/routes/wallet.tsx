import "@/messages/later/storeCredit";
import { AddMoney } from "@/features/payments/topups/AddMoney";
import { TopupNews } from "@/features/payments/topups/TopupNews";
import { Wallet } from "@/features/wallet/Wallet";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";
import { PageTitle } from "@/ui/PageTitle/PageTitle";

export function Component() {
  useTitle(t("account.wallet"));
  return (
    <>
      <PageTitle title={t("account.wallet")} />
      <Wallet news={<TopupNews />} addMoney={(limits) => <AddMoney limits={limits} />} />
    </>
  );
}
