import { useRef } from "react";
import { useNavigate } from "react-router";
import { errorMessage } from "@/api/errors";
import { t } from "@/messages/t";
import { isLoggedIn } from "@/state/appState";
import { showToast, showErrorToast } from "@/state/toasts";
import { Button, type ButtonVariant } from "@/ui/Button/Button";
import { addToGuestCart, useReorder } from "./changes";

interface Props {
  orderId: string;
  orderKey: string | null;
  lines: readonly { skuId: number; quantity: number }[];
  look?: ButtonVariant;
}

/** Adds an order's lines to the cart and opens the cart. */
export function ReorderButton({ orderId, orderKey, lines, look = "secondary" }: Props) {
  const navigate = useNavigate();
  const reorder = useReorder();
  // A double click arrives before the button renders as busy.
  const isStarted = useRef(false);
  const showCart = (leftOut: number) => {
    if (leftOut > 0) showErrorToast(t("order.reorderedPart", { count: leftOut }));
    else showToast(t("order.reordered"));
    void navigate("/cart");
  };
  const reorderNow = () => {
    if (isStarted.current) return;
    if (isLoggedIn()) {
      isStarted.current = true;
      reorder.mutate(
        { orderId, key: orderKey },
        {
          onSuccess: ({ merge }) => showCart(merge.leftOut.length),
          onError: (error) => {
            isStarted.current = false;
            showErrorToast(errorMessage(error));
          },
        },
      );
    } else showCart(addToGuestCart(lines));
  };
  return (
    <Button variant={look} busy={reorder.isPending} onClick={reorderNow}>
      {t("order.reorder")}
    </Button>
  );
}
