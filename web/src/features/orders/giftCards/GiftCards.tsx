import "@/messages/later/storeCredit";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { api, ask } from "@/api/client";
import { ApiError, sentenceOf } from "@/api/errors";
import type { BoughtGiftCard, OrderDetails } from "@/api/types";
import { GIFT_CARD_FIELDS } from "@/features/cart/giftCards/fields";
import { date } from "@/format/date";
import { exact } from "@/format/money";
import { t, tOf } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { problemIn } from "@/ui/Form/field";
import { TextField } from "@/ui/Form/TextField";
import { orderKey } from "../queries";
import { PAYMENT } from "../statuses";
import styles from "./GiftCards.module.css";

/** How often it is looked whether the cards of a paid order are there. */
const SOON = 2_000;
const MANY_LOOKS = 15;

interface Props {
  order: OrderDetails;
  orderKey: string | null;
}

/** How the gift cards of an order stand, and what can be done about them. */
export function GiftCards({ order, orderKey: key }: Props) {
  const visitor = useAppState(visitorOf);
  const { orderId, paymentStatus } = order;
  const isPaid = paymentStatus === PAYMENT.paid;
  const queryKey = [...orderKey(visitor, orderId), "giftCards", key, order.status];
  const { data: cards } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/orders/{orderId}/gift-cards", {
          signal,
          params: { path: { orderId }, query: key === null ? {} : { key } },
        }),
      ),
    // Cards are made a moment after the payment.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isPaid && dataUpdateCount < MANY_LOOKS && isOnItsWay(data) ? SOON : false,
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

/** Whether news of a card is to be expected: none is there yet, or one leaves about now. */
function isOnItsWay(cards: readonly BoughtGiftCard[] | undefined): boolean {
  return (
    cards === undefined ||
    cards.length === 0 ||
    cards.some(({ state, sendAt }) => state === "scheduled" && Date.parse(sendAt) <= Date.now())
  );
}

function words(card: BoughtGiftCard): string {
  const { state, recipientEmail, sendAt } = card;
  if (state === "scheduled") {
    return t("giftCard.scheduled", { day: date(sendAt), email: recipientEmail });
  }
  return state === "sent"
    ? t("giftCard.sent", { email: recipientEmail })
    : tOf("giftCard", state, "giftCard.stateOther");
}

interface CardProps {
  card: BoughtGiftCard;
  orderId: string;
  guestKey: string | null;
  queryKey: readonly unknown[];
}

function Card({ card, orderId, guestKey, queryKey }: CardProps) {
  const queryClient = useQueryClient();
  const [correcting, setCorrecting] = useState(false);
  const params = {
    path: { orderId, giftCardId: card.id },
    query: guestKey === null ? {} : { key: guestKey },
  };
  const show = (cards: BoughtGiftCard[]) => queryClient.setQueryData(queryKey, cards);
  const resend = useMutation({
    mutationFn: () =>
      ask(api.POST("/api/orders/{orderId}/gift-cards/{giftCardId}/resend", { params })),
    onSuccess: (cards) => {
      show(cards);
      tell(t("giftCard.resent", { email: card.recipientEmail }));
    },
    onError: (error) => tellFailure(sentenceOf(error)),
  });
  return (
    <li className={styles["card"]}>
      <div className={styles["words"]}>
        <p>{t("giftCard.for", { amount: exact(card.amount), name: card.recipientName })}</p>
        <p className={styles["quiet"]}>{words(card)}</p>
      </div>
      {card.state === "sent" && (
        <Button look="quiet" busy={resend.isPending} onClick={() => resend.mutate()}>
          {t("giftCard.resend")}
        </Button>
      )}
      {card.state === "scheduled" && !correcting && (
        <Button look="quiet" onClick={() => setCorrecting(true)}>
          {t("giftCard.correct")}
        </Button>
      )}
      {card.state === "scheduled" && correcting && (
        <Correct
          card={card}
          correct={(recipientEmail) =>
            ask(
              api.PUT("/api/orders/{orderId}/gift-cards/{giftCardId}", {
                params,
                body: { recipientEmail },
              }),
            )
          }
          onDone={(cards) => {
            show(cards);
            setCorrecting(false);
          }}
        />
      )}
    </li>
  );
}

interface CorrectProps {
  card: BoughtGiftCard;
  correct: (email: string) => Promise<BoughtGiftCard[]>;
  onDone: (cards: BoughtGiftCard[]) => void;
}

function Correct({ card, correct, onDone }: CorrectProps) {
  const [email, setEmail] = useState(card.recipientEmail);
  const [broken, setBroken] = useState<string>();
  const save = useMutation({
    mutationFn: () => correct(email.trim()),
    onSuccess: (cards) => {
      tell(t("giftCard.corrected", { email: email.trim() }));
      onDone(cards);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = problemIn(GIFT_CARD_FIELDS.recipientEmail, email);
    setBroken(found);
    if (found === undefined) save.mutate();
  };
  return (
    <form className={styles["correct"]} onSubmit={submit} noValidate>
      <TextField
        label={t("giftCard.recipientEmail")}
        type="email"
        autoComplete="off"
        value={email}
        error={
          broken ??
          (save.error instanceof ApiError
            ? (save.error.fields["recipientEmail"]?.[0] ?? save.error.message)
            : save.error
              ? sentenceOf(save.error)
              : undefined)
        }
        onChange={(text) => {
          setEmail(text);
          setBroken(undefined);
          if (save.isError) save.reset();
        }}
      />
      <Button type="submit" look="plain" busy={save.isPending}>
        {t("giftCard.correctSave")}
      </Button>
    </form>
  );
}
