import { useRef } from "react";
import { useNavigate } from "react-router";
import { sentenceOf } from "@/api/errors";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { isLoggedIn } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { Button, type ButtonLook } from "@/ui/Button/Button";
import { addToGuestCart, useReorder } from "./changes";

interface Props {
  orderId: string;
  orderKey: string | null;
  lines: readonly { skuId: number; quantity: number }[];
  look?: ButtonLook;
}

/** Puts an order's lines into the cart again and shows the cart. */
export function OrderAgain({ orderId, orderKey, lines, look = "plain" }: Props) {
  const navigate = useNavigate();
  const reorder = useReorder();
  // The second click of two comes before the button is drawn as busy.
  const asked = useRef(false);
  const showCart = (left: number) => {
    if (left > 0) tellFailure(t("order.reorderedPart", { count: left }));
    else tell(t("order.reordered"));
    void navigate("/cart");
  };
  const orderAgain = () => {
    if (asked.current) return;
    if (isLoggedIn()) {
      asked.current = true;
      reorder.mutate(
        { orderId, key: orderKey },
        {
          onSuccess: ({ merge }) => showCart(merge.leftOut.length),
          onError: (error) => {
            asked.current = false;
            tellFailure(sentenceOf(error));
          },
        },
      );
    } else showCart(addToGuestCart(lines));
  };
  return (
    <Button look={look} busy={reorder.isPending} onClick={orderAgain}>
      {t("order.reorder")}
    </Button>
  );
}
