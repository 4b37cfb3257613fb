import { t } from "../../messages/t";
import { Status } from "../../ui/Status";
import type { Delivery, Webhook } from "./queries";

/** Whether a webhook works. */
export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  if (!webhook.enabled) return <Status shape="stopped" tone="quiet" text={t("webhooks.off")} />;
  if (webhook.failingSince !== null) {
    return <Status shape="late" tone="bad" text={t("webhooks.fails")} pill />;
  }
  return webhook.lastTriedAt === null ? (
    <Status shape="ring" tone="quiet" text={t("webhooks.unused")} />
  ) : (
    <Status shape="full" tone="good" text={t("webhooks.works")} />
  );
}

/** What came of a delivery. */
export function DeliveryStatus({ delivery }: { delivery: Pick<Delivery, "state" | "tries"> }) {
  if (delivery.state === "delivered") {
    return <Status shape="full" tone="good" text={t("webhooks.stateDelivered")} />;
  }
  if (delivery.state === "failed") {
    return <Status shape="stopped" tone="bad" text={t("webhooks.stateFailed")} />;
  }
  return delivery.tries === 0 ? (
    <Status shape="ring" tone="quiet" text={t("webhooks.stateWaiting")} />
  ) : (
    <Status shape="half" tone="wait" text={t("webhooks.stateRetrying")} pill />
  );
}

/** "503", or why there was no response. */
export function responseText(status: number | null, error: string | null): string {
  if (status !== null) return String(status);
  return error === null ? "—" : t("webhooks.noResponse");
}
