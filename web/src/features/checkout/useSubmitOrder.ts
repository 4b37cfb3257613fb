import { type RefObject, useState } from "react";
import { ApiError } from "@/api/errors";
import type { PlacedOrder } from "@/api/types";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import type { CheckoutDraft } from "./draft";
import { isInLine, useLineState } from "./line/waitingLine";
import {
  hasProblems,
  NO_PROBLEMS,
  type Problems,
  problemsFromError,
  remainingProblems,
  validateDraft,
} from "./problems";
import { paymentMethod } from "./requests";
import type { CheckoutState } from "./useCheckout";
import { usePlaceOrder } from "./usePlaceOrder";

/** Validates the draft and places the order; asks for a code when the contact must be confirmed. */
export function useSubmitOrder(
  checkout: CheckoutState,
  page: RefObject<HTMLElement | null>,
  onPlaced: (order: PlacedOrder) => void,
) {
  const { visitor, context, quote, payments, phoneRequired, byEmail } = checkout;
  const [checked, setChecked] = useState({ draft: checkout.draft, problems: NO_PROBLEMS });
  const [isConfirmingContact, setIsConfirmingContact] = useState(false);
  const placing = usePlaceOrder({
    visitor,
    onAttempt: checkout.setAttempt,
    onKeyReused: checkout.renewKey,
    onPlaced,
  });
  const orderError = useLineState((state) => state.orderError);
  const showProblems = (draft: CheckoutDraft, problems: Problems) => {
    setChecked({ draft, problems });
    focusFirstInvalid(page.current);
  };
  const submit = (draft: CheckoutDraft) => {
    if (placing.isPending || placing.isSuccess || quote === undefined) return;
    const method = paymentMethod(draft, quote, payments);
    const found = validateDraft(draft, context, method, { phoneRequired, byEmail });
    if (hasProblems(found)) {
      showProblems(draft, found);
      return;
    }
    setChecked({ draft, problems: found });
    placing.mutate(
      { draft, context, shown: quote, payments },
      {
        onError: (error) => {
          if (isInLine(error)) {
            // The line sends it when its turn has come.
            checkout.setAttempt(null);
            return;
          }
          if (error instanceof ApiError && error.code === "contact_unproven") {
            setIsConfirmingContact(true);
          } else showProblems(draft, problemsFromError(error));
        },
      },
    );
  };
  return {
    problems: remainingProblems(checked.problems, checked.draft, checkout.draft),
    // An order that waited in line was refused when it was its turn.
    error: placing.error === null || isInLine(placing.error) ? orderError : placing.error,
    isPlacing: placing.isPending || placing.isSuccess,
    submit: () => submit(checkout.draft),
    isConfirmingContact,
    cancelConfirmation: () => setIsConfirmingContact(false),
    /** Submits again with the proof that the contact is the guest's. */
    confirmContact: (contactProof: string) => {
      setIsConfirmingContact(false);
      checkout.change({ contactProof });
      submit({ ...checkout.draft, contactProof });
    },
  };
}
