import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { OrderDetails } from "@/api/types";
import { RETURN_HASH } from "@/features/orders/returnLink";
import "@/messages/later/returns";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { CancelItems } from "./CancelItems";
import { leftOf } from "./chosen";
import { returnsQuery } from "./queries";
import { ReturnItems } from "./ReturnItems";
import { WithdrawItems } from "./WithdrawItems";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
}

/** The ways to take something of an order back, each there while it is open. */
export function TakeBack({ order, orderKey }: Props) {
  const visitor = useAppState(visitorOf);
  const addressed = { visitor, orderId: order.orderId, key: orderKey };
  const { data: returns } = useQuery(returnsQuery(addressed, order.status));
  const location = useLocation();
  const navigate = useNavigate();
  // The list of orders leads here with the dialog open.
  const [open, setOpen] = useState<"cancel" | "return" | "withdraw" | null>(() =>
    location.hash === RETURN_HASH ? "return" : null,
  );
  const close = () => {
    setOpen(null);
    if (location.hash === RETURN_HASH) {
      void navigate({ search: location.search }, { replace: true, preventScrollReset: true });
    }
  };
  const pieces = order.lines.reduce((sum, line) => sum + leftOf(line), 0);
  return (
    <>
      {returns?.canReturn && (
        <Button look="plain" onClick={() => setOpen("return")}>
          {t("order.return")}
        </Button>
      )}
      {order.allows.cancel && pieces > 1 && (
        <Button look="quiet" onClick={() => setOpen("cancel")}>
          {t("cancelLines.open")}
        </Button>
      )}
      {returns?.canWithdraw && (
        <Button look="quiet" onClick={() => setOpen("withdraw")}>
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
