import { t, tEnum } from "../../messages/t";
import { Status } from "../../ui/Status";
import type { ListedImportedOrder } from "./queries";

const DONE = new Set(["paid", "fulfilled", "refunded"]);

/** What the other shop had recorded. Nobody has to act, so nothing is tinted. */
export function ImportedStatuses({ order }: { order: ListedImportedOrder }) {
  const { cancelled, payment, fulfilment } = order;
  const shapeOf = (state: string) =>
    DONE.has(state) ? "full" : state.startsWith("partly") ? "half" : "ring";
  return (
    <>
      {cancelled ? (
        <Status shape="stopped" tone="quiet" text={t("importedOrders.cancelled")} />
      ) : (
        <Status
          shape={shapeOf(fulfilment)}
          tone="quiet"
          text={tEnum("importedOrders.fulfilment", fulfilment)}
        />
      )}{" "}
      <Status
        shape={payment === "voided" ? "stopped" : shapeOf(payment)}
        tone="quiet"
        text={tEnum("importedOrders.payment", payment)}
      />
    </>
  );
}

/** "Imported from Shopify" */
export function sourceText({ system }: ListedImportedOrder): string {
  return t("importedOrders.from", { system: tEnum("importedOrders.system", system) });
}
