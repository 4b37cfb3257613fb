import "@/messages/withStoreCredit";
import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, sentenceOf } from "@/api/errors";
import type { CartItem, GiftCardLine, ProductDetails, SkuDetails } from "@/api/types";
import { exact, parseAmount, price, typedAmount } from "@/format/money";
import { t } from "@/messages/t";
import { tellFailure } from "@/state/toasts";
import { GIFT_CARD_NOW } from "@/storage/keys";
import { writeTab } from "@/storage/tabStorage";
import { Button } from "@/ui/Button/Button";
import { DateField } from "@/ui/Form/DateField";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { email, maxLength, problemOf, required, type Rule } from "@/ui/Form/rules";
import { TextArea } from "@/ui/Form/TextArea";
import { TextField } from "@/ui/Form/TextField";
import { openCartDrawer } from "../drawer";
import { useCart } from "../queries";
import { useSaveGiftCard } from "./changes";
import styles from "./GiftCardForm.module.css";

const MAX_MESSAGE = 500;
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

type Field = "amount" | "recipientName" | "recipientEmail" | "senderName" | "message" | "sendOn";
const RULES: Record<Field, readonly Rule[]> = {
  amount: [],
  recipientName: [required, maxLength(80)],
  recipientEmail: [required, email, maxLength(254)],
  senderName: [required, maxLength(80)],
  message: [maxLength(MAX_MESSAGE)],
  sendOn: [],
};

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
  const labels: Record<Field, string> = {
    amount: t("giftCard.otherAmount"),
    recipientName: t("giftCard.recipientName"),
    recipientEmail: t("giftCard.recipientEmail"),
    senderName: t("giftCard.senderName"),
    message: t("giftCard.message"),
    sendOn: t("giftCard.sendOn"),
  };
  const told = save.error instanceof ApiError ? save.error.fields : {};
  const problem = (field: Field): string | undefined => {
    if (!checked) return undefined;
    const server = told[`giftCard.${field}`]?.[0] ?? told[`giftCards.0.${field}`]?.[0];
    if (server !== undefined) return server;
    if (field === "amount") {
      if (other.trim() === "" || !minimum || !maximum) return undefined;
      return amount == null || amount < minimum.amount || amount > maximum.amount
        ? t("rule.between", { attribute: labels.amount, min: exact(minimum), max: exact(maximum) })
        : undefined;
    }
    if (field === "sendOn") {
      if (sendOn === undefined) return t("date.invalid");
      return sendOn !== null && (sendOn < dayAfter(0) || sendOn > dayAfter(DAYS_AHEAD))
        ? t("giftCard.sendOnRange")
        : undefined;
    }
    return problemOf(typed[field], labels[field], RULES[field]) ?? undefined;
  };
  const set = (field: keyof typeof typed) => (text: string) => {
    setTyped({ ...typed, [field]: text });
    if (save.isError) save.reset();
  };
  /** The card as it is filled in; null where something is wrong with it. */
  const filledIn = (): GiftCardLine | null => {
    setChecked(true);
    const wrong =
      (Object.keys(RULES) as Exclude<Field, "amount" | "sendOn">[])
        .filter((field) => field in typed)
        .some((field) => problemOf(typed[field], labels[field], RULES[field]) !== null) ||
      sendOn === undefined ||
      (sendOn !== null && (sendOn < dayAfter(0) || sendOn > dayAfter(DAYS_AHEAD))) ||
      (other.trim() !== "" &&
        (amount == null ||
          !minimum ||
          !maximum ||
          amount < minimum.amount ||
          amount > maximum.amount));
    if (wrong || !sku || amount == null) {
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
      {minimum && maximum && (
        <TextField
          label={labels.amount}
          optional
          hint={t("giftCard.range", { min: price(minimum), max: price(maximum) })}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          value={other}
          error={problem("amount")}
          onChange={setOther}
        />
      )}
      <div className={styles["pair"]}>
        <TextField
          label={labels.recipientName}
          autoComplete="off"
          maxLength={80}
          value={typed.recipientName}
          error={problem("recipientName")}
          onChange={set("recipientName")}
        />
        <TextField
          label={labels.recipientEmail}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={typed.recipientEmail}
          error={problem("recipientEmail")}
          onChange={set("recipientEmail")}
        />
        <TextField
          label={labels.senderName}
          autoComplete="name"
          maxLength={80}
          value={typed.senderName}
          error={problem("senderName")}
          onChange={set("senderName")}
        />
        <DateField
          label={labels.sendOn}
          optional
          hint={t("giftCard.sendOnHint")}
          autoComplete="off"
          value={sendOn ?? null}
          min={dayAfter(0)}
          max={dayAfter(DAYS_AHEAD)}
          error={problem("sendOn")}
          onChange={setSendOn}
        />
      </div>
      <TextArea
        label={labels.message}
        optional
        hint={t("giftCard.messageHint", { max: MAX_MESSAGE })}
        rows={3}
        value={typed.message}
        error={problem("message")}
        onChange={set("message")}
      />
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
