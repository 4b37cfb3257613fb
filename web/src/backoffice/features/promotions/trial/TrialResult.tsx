import { t } from "../../../messages/t";
import { Money } from "../../../ui/Money";
import { type Fact, Facts } from "../../../ui/Panel";
import styles from "../promotions.module.css";
import type { Trial } from "../queries";

function factsOf(trial: Trial): Fact[] {
  return [
    { label: t("promotions.subtotal"), value: <Money value={trial.subtotal} /> },
    ...trial.discounts.map(({ name, amount }) => ({
      label: name,
      value: <Money value={amount} negative />,
    })),
    { label: t("promotions.shipping"), value: <Money value={trial.shipping} /> },
    ...trial.taxes.map(({ name, amount, included }) => ({
      label: included ? t("promotions.taxIncluded", { name }) : name,
      value: <Money value={amount} />,
    })),
    { label: t("promotions.total"), value: <Money value={trial.total} />, total: true },
  ];
}

/** What the cart would cost, line by line, and why something does not apply. */
export function TrialResult({ trial }: { trial: Trial }) {
  return (
    <>
      <ul className={styles.lines}>
        {trial.lines.map((line, index) => (
          <li key={`${line.skuId}-${index}`} className={styles.line}>
            <span className={styles.what}>
              {line.quantity} × {line.title}
              {line.isGift ? <span className="quiet small"> {t("promotions.gift")}</span> : null}
              {line.discounts.map(({ name, amount }) => (
                <div key={name} className="quiet small">
                  {name} <Money value={amount} negative />
                </div>
              ))}
            </span>
            <span className={styles.amount}>
              {line.discount.amount > 0 ? (
                <s className="quiet small">
                  <Money value={line.total} />
                </s>
              ) : null}{" "}
              <Money value={line.after} />
            </span>
          </li>
        ))}
      </ul>
      <Facts facts={factsOf(trial)} />
      {trial.problems.map((problem) => (
        <p key={problem} className="small bad">
          {problem}
        </p>
      ))}
      {trial.hints.map((hint) => (
        <p key={hint} className="small quiet">
          {t("promotions.withinReach", { hint })}
        </p>
      ))}
    </>
  );
}
