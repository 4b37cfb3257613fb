import type { ReactNode, SubmitEvent } from "react";
import type { CartItem, ProductDetails, SkuDetails } from "@/api/types";
import { price } from "@/format/money";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { DateField } from "@/ui/Form/DateField";
import { TextArea } from "@/ui/Form/TextArea";
import { TextField } from "@/ui/Form/TextField";
import { useCart } from "../queries";
import { sendOnRange } from "./draft";
import { GIFT_CARD_FIELDS } from "./fields";
import styles from "./GiftCardForm.module.css";
import { useGiftCardForm } from "./useGiftCardForm";

interface Props {
  product: ProductDetails;
  sku: SkuDetails | undefined;
  /** The line of the cart that is edited; null for a new card. */
  lineId: number | null;
  /** Beside "Buy now": sharing. */
  beside: ReactNode;
}

/** Buys or edits a gift card. */
export function GiftCardForm({ lineId, ...props }: Props) {
  const { data, isPending } = useCart();
  if (lineId !== null && isPending) return null;
  const line = data?.find(({ id, giftCard }) => id === lineId && giftCard !== null) ?? null;
  return <LoadedForm key={line?.id ?? "new"} line={line} {...props} />;
}

interface LoadedFormProps extends Omit<Props, "lineId"> {
  line: CartItem | null;
}

function LoadedForm({ product, sku, line, beside }: LoadedFormProps) {
  const { form, ...giftCard } = useGiftCardForm({ product, sku, line });
  const { amount } = giftCard;
  const { currency } = product.price;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    giftCard.addToCart();
  };
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <Fields giftCard={giftCard} product={product} />
      <Button type="submit" fullWidth busy={giftCard.isPending}>
        {line !== null
          ? t("giftCard.save")
          : amount == null
            ? t("cart.add")
            : t("giftCard.add", { amount: price({ amount, currency }) })}
      </Button>
      {line === null && (
        <div className={styles["row"]}>
          <Button variant="secondary" fullWidth onClick={giftCard.buyNow}>
            {t("cart.buyNow")}
          </Button>
          {beside}
        </div>
      )}
    </form>
  );
}

interface FieldsProps {
  giftCard: Omit<ReturnType<typeof useGiftCardForm>, "form">;
  product: ProductDetails;
}

function Fields({ giftCard: { draft, change, problem }, product }: FieldsProps) {
  const { minimum, maximum } = product.giftCard ?? {};
  const text = (name: keyof typeof GIFT_CARD_FIELDS) => ({
    label: GIFT_CARD_FIELDS[name].attribute(),
    field: GIFT_CARD_FIELDS[name],
    value: draft[name],
    error: problem(name),
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <>
      {minimum && maximum && (
        <TextField
          label={t("giftCard.otherAmount")}
          optional
          hint={t("giftCard.range", { min: price(minimum), max: price(maximum) })}
          inputMode="decimal"
          autoComplete="off"
          value={draft.otherAmount}
          error={problem("amount")}
          onChange={(otherAmount) => change({ otherAmount })}
        />
      )}
      <div className={styles["pair"]}>
        <TextField {...text("recipientName")} autoComplete="off" />
        <TextField {...text("recipientEmail")} type="email" autoComplete="off" />
        <TextField {...text("senderName")} autoComplete="name" />
        <DateField
          label={t("giftCard.sendOn")}
          optional
          hint={t("giftCard.sendOnHint")}
          value={draft.sendOn ?? null}
          {...sendOnRange()}
          error={problem("sendOn")}
          onChange={(sendOn) => change({ sendOn })}
        />
      </div>
      <TextArea {...text("message")} optional rows={3} />
    </>
  );
}
