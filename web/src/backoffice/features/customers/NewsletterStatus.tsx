import { t } from "../../messages/t";
import { Status } from "../../ui/Status";
import type { Customer } from "./queries";

/** Whether an address receives the newsletter. */
export function NewsletterStatus({ status }: { status: Customer["newsletter"]["status"] }) {
  switch (status) {
    case "subscribed":
      return <Status shape="full" tone="good" text={t("customers.subscribed")} />;
    case "waiting":
      return <Status shape="half" tone="info" text={t("customers.consentWaiting")} />;
    case "unsubscribed":
      return <Status shape="stopped" tone="quiet" text={t("customers.unsubscribed")} />;
    default:
      return <Status shape="ring" tone="quiet" text={t("customers.notSubscribed")} />;
  }
}
