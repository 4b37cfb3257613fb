import "@/messages/later/storeCredit";
import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, sentenceOf } from "@/api/errors";
import type { CartItem, GiftCardLine, ProductDetails, SkuDetails } from "@/api/types";
import { parseAmount, price, typedAmount } from "@/format/money";
import { t } from "@/messages/t";
import { tellFailure } from "@/state/toasts";
import { GIFT_CARD_NOW } from "@/storage/keys";
import { writeTab } from "@/storage/tabStorage";
import { Button } from "@/ui/Button/Button";
import { DateField } from "@/ui/Form/DateField";
import { hasProblems, problemIn, problemsIn } from "@/ui/Form/field";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { TextArea } from "@/ui/Form/TextArea";
import { TextField } from "@/ui/Form/TextField";
import { openCartDrawer } from "../drawer";
import { useCart } from "../queries";
import { useSaveGiftCard } from "./changes";
import { GIFT_CARD_FIELDS, otherAmount } from "./fields";
import styles from "./GiftCardForm.module.css";

const DAYS_AHEAD = 365;

interface Props {
  product: ProductDetails;
  sku: SkuDetails | undefined;
  /** The cart's line that is edited; null for a new card. */
  lineId: number | null;
  /** Beside "Buy now": sharing. */
  beside: ReactNode;
}

/** Fills in a gift card; waits for the line that is edited. */
export function GiftCardForm({ lineId, ...props }: Props) {
  const { data, isPending } = useCart();
  if (lineId !== null && isPending) return null;
  const line = data?.find(({ id, giftCard }) => id === lineId && giftCard !== null) ?? null;
  return <Fields key={line?.id ?? "new"} line={line} {...props} />;
}

function Fields({ product, sku, line, beside }: Omit<Props, "lineId"> & { line: CartItem | null }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveGiftCard();
  const before = line?.giftCard;
  const { currency } = product.price;
  const isDenomination = (amount: number) =>
    product.skus.some((one) => one.price.amount === amount);
  const [other, setOther] = useState(
    before && !isDenomination(before.amount.amount)
      ? typedAmount(before.amount.amount, currency)
      : "",
  );
  const [typed, setTyped] = useState({
    recipientName: before?.recipientName ?? "",
    recipientEmail: before?.recipientEmail ?? "",
    senderName: before?.senderName ?? "",
    message: before?.message ?? "",
  });
  const [sendOn, setSendOn] = useState<string | null | undefined>(before?.sendOn ?? null);
  const [checked, setChecked] = useState(false);

  const { minimum, maximum } = product.giftCard ?? {};
  const amount = other.trim() === "" ? sku?.price.amount : parseAmount(other, currency);
  const amountField = minimum && maximum ? otherAmount(minimum, maximum) : null;
  const today = dayAfter(0);
  const last = dayAfter(DAYS_AHEAD);
  const dayProblem =
    sendOn === undefined
      ? t("date.invalid")
      : sendOn !== null && (sendOn < today || sendOn > last)
        ? t("giftCard.sendOnRange")
        : undefined;
  const found = {
    ...problemsIn(GIFT_CARD_FIELDS, typed),
    amount: amountField ? problemIn(amountField, other) : undefined,
    sendOn: dayProblem,
  };
  const told = save.error instanceof ApiError ? save.error.fields : {};
  const problem = (name: keyof typeof found) =>
    checked
      ? (told[`giftCard.${name}`]?.[0] ?? told[`giftCards.0.${name}`]?.[0] ?? found[name])
      : undefined;
  const set = (name: keyof typeof typed) => (text: string) => {
    setTyped({ ...typed, [name]: text });
    if (save.isError) save.reset();
  };
  const input = (name: keyof typeof typed) => ({
    label: GIFT_CARD_FIELDS[name].attribute(),
    field: GIFT_CARD_FIELDS[name],
    value: typed[name],
    error: problem(name),
    onChange: set(name),
  });
  /** The card as it is filled in; null where something is wrong with it. */
  const filledIn = (): GiftCardLine | null => {
    setChecked(true);
    if (hasProblems(found) || !sku || amount == null || sendOn === undefined) {
      focusFirstProblem(form.current);
      return null;
    }
    const { recipientName, recipientEmail, senderName, message } = typed;
    return {
      skuId: sku.skuId,
      amount,
      recipientName: recipientName.trim(),
      recipientEmail: recipientEmail.trim(),
      senderName: senderName.trim(),
      message: message.trim(),
      sendOn,
    };
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const card = filledIn();
    if (card === null) return;
    save.mutate(
      { card, lineId: line?.id ?? null },
      {
        onSuccess: () => {
          if (line !== null) void navigate("/cart");
          else openCartDrawer();
        },
        onError: (error) => {
          focusFirstProblem(form.current);
          if (!(error instanceof ApiError && Object.keys(error.fields).length > 0)) {
            tellFailure(sentenceOf(error));
          }
        },
      },
    );
  };
  const buyNow = () => {
    const card = filledIn();
    if (card === null) return;
    writeTab(GIFT_CARD_NOW, card);
    void navigate("/checkout?giftCard=now");
  };
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      {amountField && minimum && maximum && (
        <TextField
          label={amountField.attribute()}
          optional
          hint={t("giftCard.range", { min: price(minimum), max: price(maximum) })}
          inputMode="decimal"
          autoComplete="off"
          value={other}
          error={problem("amount")}
          onChange={setOther}
        />
      )}
      <div className={styles["pair"]}>
        <TextField {...input("recipientName")} autoComplete="off" />
        <TextField {...input("recipientEmail")} type="email" autoComplete="off" />
        <TextField {...input("senderName")} autoComplete="name" />
        <DateField
          label={t("giftCard.sendOn")}
          optional
          hint={t("giftCard.sendOnHint")}
          value={sendOn ?? null}
          min={today}
          max={last}
          error={problem("sendOn")}
          onChange={setSendOn}
        />
      </div>
      <TextArea {...input("message")} optional rows={3} />
      <Button type="submit" wide busy={save.isPending}>
        {line !== null
          ? t("giftCard.save")
          : amount == null
            ? t("cart.add")
            : t("giftCard.add", { amount: price({ amount, currency }) })}
      </Button>
      {line === null && (
        <div className={styles["row"]}>
          <Button look="plain" wide onClick={buyNow}>
            {t("cart.buyNow")}
          </Button>
          {beside}
        </div>
      )}
    </form>
  );
}

/** A day so many days from now, as `2026-03-09` where the shopper is; the shop looks at its own. */
function dayAfter(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}
