import { useState } from "react";
import type { Offer, Quote } from "@/api/types";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { FIELDS } from "@/ui/Form/fields";
import { AppliedCode, CodeField } from "./CodeField";
import { applyPromoCode, isPromoProblem, removePromoCode, usePromoCode } from "./promoCode";
import styles from "./PromoPanel.module.css";

/** Offers shown before "Show more". */
const FIRST_OFFERS = 2;

interface Props {
  quote: Quote | undefined;
  offers: readonly Offer[];
  /** The quote does not include the latest code yet. */
  waiting: boolean;
}

/** The promo code: what it saves, offers to choose from, and a field for other codes. */
export function PromoPanel({ quote, offers, waiting }: Props) {
  const code = usePromoCode((state) => state.code);
  const [announcement, setAnnouncement] = useState("");
  const problem = code === null ? undefined : quote?.problems.find(isPromoProblem);
  const isApplied = code !== null && !waiting && quote !== undefined && problem === undefined;
  // The code's discount is the last one in the quote.
  const saved = isApplied ? (quote.discounts.at(-1)?.amount ?? null) : null;
  const note = waiting ? undefined : problem?.message;
  const remove = () => {
    if (code !== null) setAnnouncement(t("discount.removed", { code }));
    removePromoCode();
  };
  const better = offers.filter(
    (offer) =>
      offer.code !== code?.toUpperCase() &&
      (code === null || (offer.savings !== null && offer.savings.amount > (saved?.amount ?? 0))),
  );
  const isSettled = code === null || isApplied || problem !== undefined;
  return (
    <div className={styles["panel"]}>
      {code !== null && (
        <AppliedCode
          text={t(note === undefined ? "discount.applied" : "discount.waits", {
            code: code.toUpperCase(),
          })}
          amount={saved === null ? "" : exact(saved)}
          note={note}
          waiting={!isSettled}
          removeLabel={t("discount.remove", { code })}
          onRemove={remove}
        />
      )}
      {isSettled && !waiting && <Offers offers={better} />}
      {code === null && <PromoCodeField />}
      <p className="visually-hidden" role="status">
        {isApplied && saved !== null
          ? t("discount.appliedSaving", { code: code.toUpperCase(), amount: exact(saved) })
          : code === null
            ? announcement
            : ""}
      </p>
    </div>
  );
}

function PromoCodeField() {
  const rejected = usePromoCode((state) => state.rejected);
  return (
    <CodeField
      question={t("discount.haveCode")}
      field={FIELDS.promoCode}
      initialCode={rejected?.code ?? ""}
      error={rejected?.message}
      onSubmit={applyPromoCode}
    />
  );
}

function Offers({ offers }: { offers: readonly Offer[] }) {
  const [open, setOpen] = useState(false);
  if (offers.length === 0) return null;
  const shown = open ? offers : offers.slice(0, FIRST_OFFERS);
  return (
    <section className={styles["offers"]} aria-label={t("discount.offers")}>
      <ul>
        {shown.map((offer) => (
          <OfferRow key={offer.code} offer={offer} />
        ))}
      </ul>
      {offers.length > shown.length && (
        <button type="button" className={styles["more"]} onClick={() => setOpen(true)}>
          {t("discount.moreOffers", { count: offers.length - shown.length })}
        </button>
      )}
    </section>
  );
}

function OfferRow({ offer }: { offer: Offer }) {
  const { code, title, savings, missing, percent, amount } = offer;
  const worth = percent === null ? (amount === null ? title : exact(amount)) : `${percent}%`;
  return (
    <li className={styles["offer"]}>
      <span className={styles["text"]}>
        <b>{title}</b>
        <span className={styles["quiet"]}>
          {missing === null
            ? `${code}${savings === null ? "" : ` · ${t("discount.save", { amount: exact(savings) })}`}`
            : t("discount.saveMore", { amount: exact(missing), saving: worth })}
        </span>
      </span>
      {missing === null && (
        <button
          type="button"
          className={styles["apply"]}
          aria-label={t("discount.applyCode", { code })}
          onClick={() => applyPromoCode(code)}
        >
          {t("checkout.apply")}
        </button>
      )}
    </li>
  );
}
