import { type SubmitEvent, useId, useState } from "react";
import "@/messages/later/cart";
import type { Offer, Quote } from "@/api/types";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { problemIn, tooLong } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { Icon } from "@/ui/Icon/Icon";
import { applyCode, isPromoProblem, removeCode, usePromo } from "./promoCode";
import styles from "./PromoPanel.module.css";

/** How many offers are shown before the others are asked for. */
const SHOWN = 2;

interface Props {
  quote: Quote | undefined;
  offers: readonly Offer[];
  /** The quote does not know of the newest code yet. */
  waiting: boolean;
}

/** The promo code of what is bought: offers to choose from, a field for others, and what it saves. */
export function PromoPanel({ quote, offers, waiting }: Props) {
  const code = usePromo((state) => state.code);
  const [said, setSaid] = useState("");
  const problem = code === null ? undefined : quote?.problems.find(isPromoProblem);
  const counts = code !== null && !waiting && quote !== undefined && problem === undefined;
  // The shop names the code's discount last.
  const saved = counts ? (quote.discounts.at(-1)?.amount ?? null) : null;
  const remove = () => {
    if (code !== null) setSaid(t("discount.removed", { code }));
    removeCode();
  };
  const better = offers.filter(
    (offer) =>
      offer.code !== code?.toUpperCase() &&
      (code === null || (offer.savings !== null && offer.savings.amount > (saved?.amount ?? 0))),
  );
  const isSettled = code === null || counts || problem !== undefined;
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
        {counts && saved !== null
          ? t("discount.appliedSaving", { code: code.toUpperCase(), amount: exact(saved) })
          : code === null
            ? said
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

/** The code in use, or kept for later, with the way to be rid of it. */
function Applied({ code, saved, problem, waiting, onRemove }: AppliedProps) {
  return (
    <div className={styles["applied"]} data-waiting={waiting || undefined}>
      <Icon name={problem === undefined ? "check" : "clock"} />
      <span className={styles["words"]} data-good={problem === undefined || undefined}>
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
  const refused = usePromo((state) => state.refused);
  const [typed, setTyped] = useState(refused?.code ?? "");
  const [problem, setProblem] = useState<string>();
  const said = problem ?? tooLong(FIELDS.promoCode, typed) ?? refused?.message;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemIn(FIELDS.promoCode, typed);
    setProblem(found);
    if (found === undefined) applyCode(typed);
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
        aria-invalid={said !== undefined}
        aria-describedby={said === undefined ? undefined : id}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" look="plain">
        {t("checkout.apply")}
      </Button>
      <p id={id} className={styles["problem"]} role="alert">
        {said}
      </p>
    </form>
  );
}

function Offers({ offers }: { offers: readonly Offer[] }) {
  const [open, setOpen] = useState(false);
  if (offers.length === 0) return null;
  const shown = open ? offers : offers.slice(0, SHOWN);
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
      <span className={styles["words"]}>
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
          onClick={() => applyCode(code)}
        >
          {t("checkout.apply")}
        </button>
      )}
    </li>
  );
}
