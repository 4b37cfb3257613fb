import { Addresses } from "@/features/customers/Addresses";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";

export function Component() {
  useTitle(t("account.addresses"));
  return <Addresses />;
}
