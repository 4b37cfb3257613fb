import { type SubmitEvent, useId, useState } from "react";
import "@/messages/lazy/cart";
import type { Offer, Quote } from "@/api/types";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { validateField, tooLong } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { Icon } from "@/ui/Icon/Icon";
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
        <Applied
          code={code}
          saved={saved === null ? "" : exact(saved)}
          problem={waiting ? undefined : problem?.message}
          waiting={!isSettled}
          onRemove={remove}
        />
      )}
      {isSettled && !waiting && <Offers offers={better} />}
      {code === null && <CodeField />}
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

interface AppliedProps {
  code: string;
  saved: string;
  problem: string | undefined;
  waiting: boolean;
  onRemove: () => void;
}

/** The entered code, applied or not applicable yet, with a button to remove it. */
function Applied({ code, saved, problem, waiting, onRemove }: AppliedProps) {
  return (
    <div className={styles["applied"]} data-waiting={waiting || undefined}>
      <Icon name={problem === undefined ? "check" : "clock"} />
      <span className={styles["text"]} data-good={problem === undefined || undefined}>
        {problem === undefined
          ? t("discount.applied", { code: code.toUpperCase() })
          : t("discount.waits", { code: code.toUpperCase() })}
        {problem !== undefined && <span className={styles["quiet"]}>{problem}</span>}
      </span>
      {saved !== "" && <span className={styles["saved"]}>−{saved}</span>}
      <button
        type="button"
        className={styles["remove"]}
        aria-label={t("discount.remove", { code })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

function CodeField() {
  const id = useId();
  const rejected = usePromoCode((state) => state.rejected);
  const [typed, setTyped] = useState(rejected?.code ?? "");
  const [problem, setProblem] = useState<string>();
  const message = problem ?? tooLong(FIELDS.promoCode, typed) ?? rejected?.message;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = validateField(FIELDS.promoCode, typed);
    setProblem(found);
    if (found === undefined) applyPromoCode(typed);
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <span className={styles["question"]} aria-hidden="true">
        {t("discount.haveCode")}
      </span>
      <input
        className={styles["input"]}
        aria-label={t("discount.code")}
        placeholder={t("discount.code")}
        autoComplete="off"
        autoCapitalize="characters"
        value={typed}
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? undefined : id}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" variant="secondary">
        {t("checkout.apply")}
      </Button>
      <p id={id} className={styles["problem"]} role="alert">
        {message}
      </p>
    </form>
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
