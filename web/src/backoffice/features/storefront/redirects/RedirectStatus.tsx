import { t } from "../../../messages/t";
import { Status } from "../../../ui/Status";
import type { ListedRedirect } from "./queries";

/** Whether visitors get anywhere by a redirect. */
export function RedirectStatus({ row }: { row: ListedRedirect }) {
  if (row.target === null)
    return <Status shape="late" tone="bad" text={t("storefront.redirectGone")} pill />;
  if (row.shadowed)
    return <Status shape="ring" tone="wait" text={t("storefront.redirectShadowed")} pill />;
  if (row.via > 0)
    return (
      <Status shape="half" tone="info" text={t("storefront.redirectVia", { count: row.via })} />
    );
  return <Status shape="full" tone="good" text={t("storefront.redirectActive")} />;
}
