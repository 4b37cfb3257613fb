import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, errorMessage } from "@/api/errors";
import type { Quote } from "@/api/types";
import { AppliedCode, CodeField } from "@/features/cart/CodeField";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { FIELDS } from "@/ui/Form/fields";
import { endOfCode, isGiftCardProblem, isSameCode, MAX_GIFT_CARDS, paidBy } from "./giftCardCodes";
import { quoteQuery } from "./queries";
import { quoteInput } from "./requests";
import styles from "./Summary.module.css";
import type { CheckoutState } from "./useCheckout";

const CODE = { ...FIELDS.giftCode, attribute: () => t("checkout.giftCardCode") };

/** Adds a code to the draft after the server has accepted it. */
function useAddCode({ draft, context, visitor, change }: CheckoutState) {
  const queryClient = useQueryClient();
  const { giftCardCodes = [] } = draft;
  return useMutation({
    mutationFn: async (code: string) => {
      if (giftCardCodes.some((other) => isSameCode(other, code))) {
        throw new ApiError("gift_code_twice", t("checkout.giftCardTwice"));
      }
      const codes = [...giftCardCodes, code];
      const input = quoteInput({ ...draft, giftCardCodes: codes }, context);
      const quote = await queryClient.query(quoteQuery(visitor, input));
      const problem = quote.problems.find(isGiftCardProblem);
      if (problem) throw new ApiError(problem.code, problem.message);
      return codes;
    },
    onSuccess: (codes) => change({ giftCardCodes: codes }),
  });
}

interface Props {
  checkout: CheckoutState;
  quote: Quote;
}

/** The gift cards that pay the order: what each pays, and a field to add one. */
export function GiftCardCodes({ checkout, quote }: Props) {
  const { isUpdating, change } = checkout;
  const { giftCardCodes = [] } = checkout.draft;
  const [announcement, setAnnouncement] = useState("");
  const problem = quote.problems.find(isGiftCardProblem);
  const remove = (code: string) => {
    setAnnouncement(t("checkout.giftCardRemoved"));
    change({ giftCardCodes: giftCardCodes.filter((other) => other !== code) });
  };
  return (
    <div className={styles["codes"]}>
      {giftCardCodes.map((code) => {
        const amount = paidBy(code, quote);
        return (
          <AppliedCode
            key={code}
            text={t("checkout.giftCardApplied", { end: endOfCode(code) })}
            amount={amount === 0 ? "" : exact({ ...quote.payable, amount })}
            note={
              isUpdating || amount > 0
                ? undefined
                : (problem?.message ?? t("checkout.giftCardNotNeeded"))
            }
            waiting={isUpdating}
            removeLabel={t("checkout.giftCardRemove", { end: endOfCode(code) })}
            onRemove={() => remove(code)}
          />
        );
      })}
      {giftCardCodes.length < MAX_GIFT_CARDS && (
        <AddCode checkout={checkout} onAdded={() => setAnnouncement("")} />
      )}
      <p className="visually-hidden" role="status">
        {announcement || (isUpdating ? "" : paidText(giftCardCodes, quote))}
      </p>
    </div>
  );
}

/** What the gift card added last pays, for screen readers. */
function paidText(codes: readonly string[], quote: Quote): string {
  const amount = paidBy(codes.at(-1) ?? "", quote);
  return amount === 0
    ? ""
    : t("checkout.giftCardPays", {
        amount: exact({ ...quote.payable, amount }),
        left: exact(quote.payable),
      });
}

function AddCode({ checkout, onAdded }: { checkout: CheckoutState; onAdded: () => void }) {
  const add = useAddCode(checkout);
  return (
    <CodeField
      question={t("checkout.giftCardQuestion")}
      field={CODE}
      submitLabel={t("checkout.giftCardApply")}
      error={add.error ? errorMessage(add.error) : undefined}
      busy={add.isPending}
      onChange={() => add.reset()}
      onSubmit={(code, clear) => {
        const onSuccess = () => {
          clear();
          onAdded();
        };
        add.mutate(code, { onSuccess });
      }}
    />
  );
}
