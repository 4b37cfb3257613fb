import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { OrderDetails } from "@/api/types";
import { RETURN_HASH } from "@/features/orders/returnLink";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { CancelItems } from "./CancelItems";
import { remainingQuantity } from "./lineSelection";
import { returnsQuery } from "./queries";
import { ReturnItems } from "./ReturnItems";
import { WithdrawItems } from "./WithdrawItems";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
}

/** Buttons to cancel, return or withdraw from items, each while the order allows it. */
export function ReturnActions({ order, orderKey }: Props) {
  const visitor = useAppState(visitorOf);
  const ref = { visitor, orderId: order.orderId, key: orderKey };
  const { data: returns } = useQuery(returnsQuery(ref, order.status));
  const location = useLocation();
  const navigate = useNavigate();
  // The list of orders links here with the dialog open.
  const [open, setOpen] = useState<"cancel" | "return" | "withdraw" | null>(() =>
    location.hash === RETURN_HASH ? "return" : null,
  );
  const close = () => {
    setOpen(null);
    if (location.hash === RETURN_HASH) {
      void navigate({ search: location.search }, { replace: true, preventScrollReset: true });
    }
  };
  const units = order.lines.reduce((sum, line) => sum + remainingQuantity(line), 0);
  return (
    <>
      {returns?.canReturn && (
        <Button variant="secondary" onClick={() => setOpen("return")}>
          {t("order.return")}
        </Button>
      )}
      {order.allows.cancel && units > 1 && (
        <Button variant="tertiary" onClick={() => setOpen("cancel")}>
          {t("cancelLines.open")}
        </Button>
      )}
      {returns?.canWithdraw && (
        <Button variant="tertiary" onClick={() => setOpen("withdraw")}>
          {t("withdraw.open")}
        </Button>
      )}
      {open === "cancel" && <CancelItems order={order} orderKey={orderKey} onClose={close} />}
      {open === "return" && returns && returns.lines.length > 0 && (
        <ReturnItems order={order} orderKey={orderKey} returns={returns} onClose={close} />
      )}
      {open === "withdraw" && returns && (
        <WithdrawItems order={order} orderKey={orderKey} returns={returns} onClose={close} />
      )}
    </>
  );
}
