import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { fieldErrors, formError } from "@/api/errors";
import type { CartItem, GiftCardLine, ProductDetails, SkuDetails } from "@/api/types";
import { typedAmount } from "@/format/money";
import { showErrorToast } from "@/state/toasts";
import { GIFT_CARD_NOW } from "@/storage/keys";
import { writeTab } from "@/storage/tabStorage";
import { hasErrors } from "@/ui/Form/field";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { openCartDrawer } from "../drawer";
import { useSaveGiftCard } from "./changes";
import { type GiftCardDraft, amountOf, giftCardLine, validateGiftCard } from "./draft";

interface Options {
  product: ProductDetails;
  sku: SkuDetails | undefined;
  /** The line of the cart that is edited; null for a new card. */
  line: CartItem | null;
}

function draftOf(line: CartItem | null, { skus, price }: ProductDetails): GiftCardDraft {
  const card = line?.giftCard;
  const isDenomination = skus.some((sku) => sku.price.amount === card?.amount.amount);
  return {
    otherAmount: card && !isDenomination ? typedAmount(card.amount.amount, price.currency) : "",
    recipientName: card?.recipientName ?? "",
    recipientEmail: card?.recipientEmail ?? "",
    senderName: card?.senderName ?? "",
    message: card?.message ?? "",
    sendOn: card?.sendOn ?? null,
  };
}

/** State of the gift card form, and its two ways to buy. */
export function useGiftCardForm({ product, sku, line }: Options) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveGiftCard();
  const [draft, setDraft] = useState(() => draftOf(line, product));
  const [isChecked, setIsChecked] = useState(false);
  const problems = validateGiftCard(draft, product);
  const serverErrors = fieldErrors(save.error);

  /** The card as it is sent; null, with the focus on the first problem, if it is invalid. */
  const validCard = (): GiftCardLine | null => {
    setIsChecked(true);
    const card = hasErrors(problems) ? null : giftCardLine(draft, sku, product);
    if (card === null) focusFirstInvalid(form.current);
    return card;
  };
  const onError = (error: Error) => {
    focusFirstInvalid(form.current);
    const message = formError(error);
    if (message !== undefined) showErrorToast(message);
  };
  return {
    form,
    draft,
    change: (part: Partial<GiftCardDraft>) => {
      setDraft({ ...draft, ...part });
      if (save.isError) save.reset();
    },
    /** The message at a field, the server's before the client's. */
    problem: (name: keyof typeof problems) =>
      isChecked
        ? (serverErrors[`giftCard.${name}`] ??
          serverErrors[`giftCards.0.${name}`] ??
          problems[name])
        : undefined,
    amount: amountOf(draft, sku, product),
    isPending: save.isPending,
    addToCart: () => {
      if (save.isPending) return;
      const card = validCard();
      if (card === null) return;
      const onSuccess = () => {
        if (line !== null) void navigate("/cart");
        else openCartDrawer();
      };
      save.mutate({ card, lineId: line?.id ?? null }, { onSuccess, onError });
    },
    buyNow: () => {
      const card = validCard();
      if (card === null) return;
      writeTab(GIFT_CARD_NOW, card);
      void navigate("/checkout?giftCard=now");
    },
  };
}
