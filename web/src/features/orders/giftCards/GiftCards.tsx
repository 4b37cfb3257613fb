import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { api, unwrap } from "@/api/client";
import { messageAt, errorMessage } from "@/api/errors";
import type { BoughtGiftCard, OrderDetails } from "@/api/types";
import { GIFT_CARD_FIELDS } from "@/features/cart/giftCards/fields";
import { date } from "@/format/date";
import { exact } from "@/format/money";
import { t, tEnum } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { showToast, showErrorToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { validateField } from "@/ui/Form/field";
import { TextField } from "@/ui/Form/TextField";
import { orderKey } from "../queries";
import { PAYMENT_STATUS } from "../statuses";
import styles from "./GiftCards.module.css";

/** The cards of a paid order are polled until they are issued; milliseconds. */
const POLL_INTERVAL = 2_000;
const MAX_POLLS = 15;

interface Props {
  order: OrderDetails;
  orderKey: string | null;
}

/** The gift cards of an order: their state, and buttons to send one again or change its email. */
export function GiftCards({ order, orderKey: key }: Props) {
  const visitor = useAppState(visitorOf);
  const { orderId, paymentStatus } = order;
  const isPaid = paymentStatus === PAYMENT_STATUS.paid;
  const queryKey = [...orderKey(visitor, orderId), "giftCards", key, order.status];
  const { data: cards } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/orders/{orderId}/gift-cards", {
          signal,
          params: { path: { orderId }, query: key === null ? {} : { key } },
        }),
      ),
    // Cards are issued shortly after the payment.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isPaid && dataUpdateCount < MAX_POLLS && isChangeExpected(data) ? POLL_INTERVAL : false,
  });
  return (
    <section aria-labelledby="order-gift-cards">
      <h2 id="order-gift-cards">{t("giftCard.title")}</h2>
      {cards?.length === 0 ? (
        <p className={styles["quiet"]}>{t("giftCard.waits")}</p>
      ) : (
        <ul className={styles["cards"]}>
          {cards?.map((card) => (
            <Card key={card.id} {...{ card, orderId, queryKey }} guestKey={key} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Whether no card is issued yet, or one is due to be sent. */
function isChangeExpected(cards: readonly BoughtGiftCard[] | undefined): boolean {
  return (
    cards === undefined ||
    cards.length === 0 ||
    cards.some(({ state, sendAt }) => state === "scheduled" && Date.parse(sendAt) <= Date.now())
  );
}

function stateLabel(card: BoughtGiftCard): string {
  const { state, recipientEmail, sendAt } = card;
  if (state === "scheduled") {
    return t("giftCard.scheduled", { day: date(sendAt), email: recipientEmail });
  }
  return state === "sent"
    ? t("giftCard.sent", { email: recipientEmail })
    : tEnum("giftCard", state, "giftCard.stateOther");
}

interface CardProps {
  card: BoughtGiftCard;
  orderId: string;
  guestKey: string | null;
  queryKey: readonly unknown[];
}

function Card({ card, orderId, guestKey, queryKey }: CardProps) {
  const queryClient = useQueryClient();
  const [isEditing, setIsEditing] = useState(false);
  const params = {
    path: { orderId, giftCardId: card.id },
    query: guestKey === null ? {} : { key: guestKey },
  };
  const show = (cards: BoughtGiftCard[]) => queryClient.setQueryData(queryKey, cards);
  const resend = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/orders/{orderId}/gift-cards/{giftCardId}/resend", { params })),
    onSuccess: (cards) => {
      show(cards);
      showToast(t("giftCard.resent", { email: card.recipientEmail }));
    },
    onError: (error) => showErrorToast(errorMessage(error)),
  });
  return (
    <li className={styles["card"]}>
      <div className={styles["text"]}>
        <p>{t("giftCard.for", { amount: exact(card.amount), name: card.recipientName })}</p>
        <p className={styles["quiet"]}>{stateLabel(card)}</p>
      </div>
      {card.state === "sent" && (
        <Button variant="tertiary" busy={resend.isPending} onClick={() => resend.mutate()}>
          {t("giftCard.resend")}
        </Button>
      )}
      {card.state === "scheduled" && !isEditing && (
        <Button variant="tertiary" onClick={() => setIsEditing(true)}>
          {t("giftCard.correct")}
        </Button>
      )}
      {card.state === "scheduled" && isEditing && (
        <EmailForm
          card={card}
          saveEmail={(recipientEmail) =>
            unwrap(
              api.PUT("/api/orders/{orderId}/gift-cards/{giftCardId}", {
                params,
                body: { recipientEmail },
              }),
            )
          }
          onDone={(cards) => {
            show(cards);
            setIsEditing(false);
          }}
        />
      )}
    </li>
  );
}

interface EmailFormProps {
  card: BoughtGiftCard;
  saveEmail: (email: string) => Promise<BoughtGiftCard[]>;
  onDone: (cards: BoughtGiftCard[]) => void;
}

function EmailForm({ card, saveEmail, onDone }: EmailFormProps) {
  const [email, setEmail] = useState(card.recipientEmail);
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: () => saveEmail(email.trim()),
    onSuccess: (cards) => {
      showToast(t("giftCard.corrected", { email: email.trim() }));
      onDone(cards);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = validateField(GIFT_CARD_FIELDS.recipientEmail, email);
    setProblem(found);
    if (found === undefined) save.mutate();
  };
  return (
    <form className={styles["edit"]} onSubmit={submit} noValidate>
      <TextField
        label={t("giftCard.recipientEmail")}
        type="email"
        autoComplete="off"
        value={email}
        error={problem ?? (save.error ? messageAt("recipientEmail", save.error) : undefined)}
        onChange={(text) => {
          setEmail(text);
          setProblem(undefined);
          if (save.isError) save.reset();
        }}
      />
      <Button type="submit" variant="secondary" busy={save.isPending}>
        {t("giftCard.correctSave")}
      </Button>
    </form>
  );
}
