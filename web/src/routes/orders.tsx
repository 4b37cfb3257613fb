import { Orders } from "@/features/orders/Orders";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";
import { PageTitle } from "@/ui/PageTitle/PageTitle";

export function Component() {
  useTitle(t("account.orders"));
  return (
    <>
      <PageTitle title={t("account.orders")} />
      <Orders />
    </>
  );
}
