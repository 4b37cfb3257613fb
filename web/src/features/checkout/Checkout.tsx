import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { newKey } from "@/api/newKey";
import { ApiError, sentenceOf } from "@/api/errors";
import type { Customer, GiftCardLine, PlacedOrder, QuoteInput } from "@/api/types";
import { exact } from "@/format/money";
import { usePromo } from "@/features/cart/promoCode";
import { countriesQuery } from "@/features/customers/queries";
import { walletQuery } from "@/features/wallet/queries";
import "@/messages/later/checkoutDetails";
import "@/messages/later/storeCredit";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { useSettled } from "@/state/useSettled";
import { Button } from "@/ui/Button/Button";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { FailureNotice } from "@/ui/Notice/Notice";
import { AddressSection } from "./AddressSection";
import styles from "./Checkout.module.css";
import { CheckoutSection } from "./CheckoutSection";
import { ContactSection } from "./ContactSection";
import { ContactProof } from "./ContactProof";
import { DeliverySection } from "./DeliverySection";
import { type CheckoutDraft, keepDraft, type Payment, restoredDraft } from "./draft";
import { GiftAndNote } from "./GiftAndNote";
import { NothingToOrder } from "./NothingToOrder";
import { PaymentSection } from "./PaymentSection";
import { hasProblems, NO_PROBLEMS, type Problems, problemsIn, problemsOf } from "./problems";
import { quoteQuery } from "./queries";
import { isGiftCardsAlone, needsPhone, paymentMethod, quoteInput } from "./requests";
import { Summary, SummarySkeleton } from "./Summary";
import { useTrackBegin } from "./useTrackBegin";
import { OrderBlocked, TotalMoved, usePlaceOrder } from "./usePlaceOrder";

/** Typing a city in one go is one question. */
const PAUSE = 250;

interface Props {
  customer: Customer | null;
  /** What is bought; null for all that is in a customer's cart. */
  skuIds: readonly number[] | null;
  giftCards: readonly GiftCardLine[];
  /** Whether that is the cart, or one thing bought at once. */
  ofCart: boolean;
  onPlaced: (order: PlacedOrder) => void;
}

/** Contact, address, delivery and payment on one page, with what it comes to beside them. */
export function Checkout({ customer, skuIds, giftCards, ofCart, onPlaced }: Props) {
  const visitor = useAppState(visitorOf);
  const available = useAppState((state) => state.availibilityData);
  const { data: countries = [] } = useQuery(countriesQuery);
  const [kept, setDraft] = useState<CheckoutDraft>(() => restoredDraft(visitor, customer));
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS);
  const page = useRef<HTMLDivElement>(null);

  // The shop's own country stands there until another is chosen.
  const country = kept.address.country || (available?.country ?? "");
  const billingIn = kept.billing.address.country || country;
  const draft = useMemo<CheckoutDraft>(() => {
    const { address, billing } = kept;
    return {
      ...kept,
      address: { ...address, country },
      billing: { ...billing, address: { ...billing.address, country: billingIn } },
    };
  }, [kept, country, billingIn]);
  useEffect(() => keepDraft(draft), [draft]);
  const change = (part: Partial<CheckoutDraft>) => setDraft({ ...draft, ...part });

  const promoCode = usePromo((state) => state.code);
  const shopping = { customer, countries, skuIds, giftCards, promoCode };
  const input = JSON.stringify(quoteInput(draft, shopping));
  const settled = useSettled(input, PAUSE);
  const {
    data: quote,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery(quoteQuery(visitor, JSON.parse(settled) as QuoteInput));
  const waiting = isPlaceholderData || settled !== input;
  useTrackBegin(quote);
  const wallet = useQuery({
    ...walletQuery(visitor),
    enabled: customer !== null && available?.wallet === true,
  });
  const hasGiftCards = quote?.lines.some(({ giftCard }) => giftCard !== null) === true;
  const byEmail =
    quote === undefined ? skuIds?.length === 0 && giftCards.length > 0 : isGiftCardsAlone(quote);
  const offered = (["cod", "prepaid"] as const).filter(
    (payment: Payment) =>
      available?.paymentMethods.includes(payment) === true && !(payment === "cod" && hasGiftCards),
  );

  const phoneNeeded = needsPhone(draft, quote, available);

  const placing = usePlaceOrder({
    visitor,
    onAttempt: (attempt) => {
      setDraft((before) => ({ ...before, attempt }));
      // Kept at once: the page may be left before it is drawn again.
      keepDraft({ ...draft, attempt });
    },
    onKeyUsed: () => setDraft((before) => ({ ...before, key: newKey() })),
    onPlaced,
  });
  const [proving, setProving] = useState(false);
  const place = (filled: CheckoutDraft) => {
    if (placing.isPending || placing.isSuccess || quote === undefined) return;
    const method = paymentMethod(filled, quote, offered);
    const found = problemsOf(filled, shopping, method, { phoneNeeded, byEmail });
    setProblems(found);
    if (hasProblems(found)) {
      focusFirstProblem(page.current);
      return;
    }
    placing.mutate(
      { draft: filled, shopping, shown: quote, offered },
      {
        onError: (failure) => {
          if (failure instanceof ApiError && failure.code === "contact_unproven") {
            setProving(true);
            return;
          }
          setProblems(problemsIn(failure));
          focusFirstProblem(page.current);
        },
      },
    );
  };

  if (quote === undefined && error) {
    return <FailureNotice error={error} retry={() => void refetch()} />;
  }
  // While an order is under way, what it took out of the cart is no news.
  const isPlacing = placing.isPending || placing.isSuccess;
  if (quote?.lines.length === 0 && !waiting && !isPlacing) {
    return (
      <NothingToOrder
        attempt={draft.attempt}
        onAttempt={(attempt) => change({ attempt })}
        onPlaced={onPlaced}
      />
    );
  }
  return (
    <div ref={page} className={styles["columns"]}>
      <div className={styles["form"]}>
        <ContactSection {...{ customer, draft, problems, phoneNeeded }} onChange={change} />
        {byEmail ? (
          <ByEmail />
        ) : (
          <>
            <AddressSection
              {...{ customer, draft, countries, problems, phoneNeeded }}
              onChange={change}
            />
            <DeliverySection
              quote={quote}
              chosen={draft.shippingMethod}
              problem={problems.shippingMethod}
              onChoose={(shippingMethod) => change({ shippingMethod })}
            >
              <GiftAndNote
                gift={draft.gift}
                offered={quote?.giftWrapOffered ?? null}
                problem={
                  quote?.problems.find(({ code }) => code === "gift_wrap_unavailable")?.message
                }
                onChange={(gift) => change({ gift })}
              />
            </DeliverySection>
          </>
        )}
        <PaymentSection
          offered={offered}
          draft={draft}
          quote={quote}
          balance={wallet.data?.balance ?? null}
          problem={problems.payment}
          onChange={change}
        />
      </div>
      <aside className={styles["summary"]} aria-label={t("checkout.summary")}>
        <h2>{t("checkout.summary")}</h2>
        {quote ? (
          <Summary quote={quote} waiting={waiting} offersFor={[visitor, skuIds]} ofCart={ofCart} />
        ) : (
          <SummarySkeleton />
        )}
        <WhatHappened error={placing.error} problems={quote?.problems ?? []} />
        <Button
          wide
          busy={isPlacing}
          disabled={quote === undefined || offered.length === 0}
          onClick={() => place(draft)}
        >
          {t("checkout.placeOrder")}
        </Button>
        <p className={styles["terms"]}>
          {t("checkout.terms")}{" "}
          <Link className={styles["link"]} to="/terms-and-conditions">
            {t("checkout.termsLink")}
          </Link>
        </p>
      </aside>
      {proving && (
        <ContactProof
          channel={draft.email.trim() === "" ? "phone" : "email"}
          contact={draft.email.trim() || draft.phone}
          onClose={() => setProving(false)}
          onProven={(contactProof) => {
            setProving(false);
            change({ contactProof });
            place({ ...draft, contactProof });
          }}
        />
      )}
    </div>
  );
}

/** Gift cards alone: there is nothing to deliver. */
function ByEmail() {
  return (
    <CheckoutSection title={t("checkout.method")}>
      <p className={styles["quiet"]}>{t("giftCard.byEmail")}</p>
    </CheckoutSection>
  );
}

interface HappenedProps {
  error: Error | null;
  problems: readonly { message: string; skuId: number | null }[];
}

/** Why the order was not placed, said where the button is. */
function WhatHappened({ error, problems }: HappenedProps) {
  if (error === null) return null;
  const text =
    error instanceof TotalMoved
      ? t("checkout.totalChanged", { before: exact(error.before), now: exact(error.now) })
      : error instanceof OrderBlocked
        ? (problems[0]?.message ?? sentenceOf(error))
        : sentenceOf(error);
  const changes = error instanceof TotalMoved ? error.changes : [];
  return (
    <div className={styles["told"]} role="alert">
      <p>{text}</p>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ name, before, now }) => (
            <li key={name}>
              {t("checkout.priceNow", {
                title: name,
                before: before ? exact(before) : t("checkout.nothing"),
                now: now ? exact(now) : t("checkout.nothing"),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
