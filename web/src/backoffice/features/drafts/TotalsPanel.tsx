import { t } from "../../messages/t";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Money } from "../../ui/Money";
import { type Fact, Facts, Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import styles from "./drafts.module.css";
import type { DraftQuote } from "./queries";

function factsOf({ quote }: DraftQuote): Fact[] {
  return [
    { label: t("drafts.subtotal"), value: <Money value={quote.subtotal} /> },
    ...quote.discounts.map(({ name, amount }) => ({
      label: name,
      value: <Money value={amount} negative />,
    })),
    ...(quote.shippingMethod === null
      ? []
      : [{ label: t("drafts.shipping"), value: <Money value={quote.shippingTotal} /> }]),
    ...quote.taxes.map(({ name, rate, amount, included }) => ({
      label: included ? t("drafts.taxIncluded", { name, rate }) : t("drafts.tax", { name, rate }),
      value: <Money value={amount} />,
    })),
    { label: t("drafts.total"), value: <Money value={quote.total} />, total: true },
  ];
}

interface Props {
  quote: DraftQuote | undefined;
  error: unknown;
  pending: boolean;
}

/** The totals as the shopper would see them, and what prevents the order. */
export function TotalsPanel({ quote, error, pending }: Props) {
  const problems = quote?.quote.problems.filter(
    ({ skuId, code }) => skuId === null && code !== "cart_empty",
  );
  return (
    <Panel title={t("drafts.totals")}>
      <div data-pending={pending || undefined} className={styles.totals} aria-live="polite">
        <ErrorNote error={error} />
        {quote ? <Facts facts={factsOf(quote)} /> : error ? null : <SkeletonRows rows={3} />}
        {problems?.map(({ code, message }) => (
          <p key={code} className="bad small">
            {message}
          </p>
        ))}
        <p className="quiet small">{t("drafts.totalsHelp")}</p>
      </div>
    </Panel>
  );
}
