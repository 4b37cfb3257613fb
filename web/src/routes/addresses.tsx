import { Addresses } from "@/features/customers/Addresses";
import { t } from "@/messages/t";
import { useDocumentTitle } from "@/state/useDocumentTitle";

export function Component() {
  useDocumentTitle(t("account.addresses"));
  return <Addresses />;
}
