import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { PlacedOrder } from "@/api/types";
import { ErrorAlert } from "@/ui/Alert/Alert";
import styles from "./Checkout.module.css";
import { CheckoutForm } from "./CheckoutForm";
import { CheckoutSummary } from "./CheckoutSummary";
import { ContactProof } from "./ContactProof";
import { EmptyCheckout } from "./EmptyCheckout";
import { useWaitingLine } from "./line/waitingLine";
import { WaitingLineScreen } from "./line/WaitingLineScreen";
import { type CheckoutItems, useCheckout } from "./useCheckout";
import { saveNewAddress } from "./usePlaceOrder";
import { useSubmitOrder } from "./useSubmitOrder";

interface Props extends CheckoutItems {
  /** Whether the cart is ordered, rather than one product bought at once. */
  isCart: boolean;
  onPlaced: (order: PlacedOrder) => void;
}

/** Contact, address, delivery and payment on one page, with the order summary beside them. */
export function Checkout({ isCart, onPlaced, ...items }: Props) {
  const page = useRef<HTMLDivElement>(null);
  const checkout = useCheckout(items);
  const submission = useSubmitOrder(checkout, page, onPlaced);
  const queryClient = useQueryClient();
  const { draft, context, quote, quoteError, isUpdating } = checkout;
  const line = useWaitingLine();

  if (line !== null) {
    const handlePlaced = (order: PlacedOrder) => {
      const isOfThisTab = line.attempt.key === draft.key && quote !== undefined;
      if (isOfThisTab) void saveNewAddress(queryClient, { draft, context, shown: quote });
      onPlaced(order);
    };
    return <WaitingLineScreen line={line} onPlaced={handlePlaced} />;
  }

  if (quote === undefined && quoteError) {
    return <ErrorAlert error={quoteError} retry={checkout.reloadQuote} />;
  }
  // An order that is being placed empties the cart: that is not an empty checkout.
  if (quote?.lines.length === 0 && !isUpdating && !submission.isPlacing) {
    return (
      <EmptyCheckout
        attempt={draft.attempt}
        onAttempt={(attempt) => checkout.change({ attempt })}
        onPlaced={onPlaced}
      />
    );
  }
  return (
    <div ref={page} className={styles["columns"]}>
      <CheckoutForm checkout={checkout} problems={submission.problems} />
      <CheckoutSummary checkout={checkout} submission={submission} isCart={isCart} />
      {submission.isConfirmingContact && (
        <ContactProof
          channel={draft.email.trim() === "" ? "phone" : "email"}
          contact={draft.email.trim() || draft.phone}
          onClose={submission.cancelConfirmation}
          onProven={submission.confirmContact}
        />
      )}
    </div>
  );
}
