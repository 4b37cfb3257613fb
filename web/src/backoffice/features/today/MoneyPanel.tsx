import { t } from "../../messages/t";
import { money } from "../../ui/Money";
import { type Fact, Facts, Panel } from "../../ui/Panel";
import { PanelBody } from "./PanelBody";
import { type Period, periodName } from "./period";
import { type MoneyIn, useMoneyIn } from "./queries";
import styles from "./panels.module.css";

const TENDERS = {
  online: "today.tender.online",
  wallet: "today.tender.wallet",
  gift_card: "today.tender.gift_card",
  on_delivery: "today.tender.on_delivery",
  manual: "today.tender.manual",
} as const;

function tenderName(kind: string): string {
  return kind in TENDERS ? t(TENDERS[kind as keyof typeof TENDERS]) : kind;
}

/** How the orders of the period were paid. Received and to collect together are the revenue. */
export function MoneyPanel({ days }: { days: Period }) {
  const query = useMoneyIn(days);
  return (
    <Panel title={t("today.moneyIn", { period: periodName(days).toLocaleLowerCase() })}>
      <PanelBody query={query} rows={5}>
        {(moneyIn) =>
          moneyIn.tenders.length === 0 ? (
            <p className="quiet">{t("today.noMoney")}</p>
          ) : (
            <>
              <Facts facts={factsOf(moneyIn)} />
              {moneyIn.toCollect.amount > 0 ? (
                <p className={styles.note}>
                  {t("today.toCollect", { amount: money(moneyIn.toCollect) })}
                </p>
              ) : null}
            </>
          )
        }
      </PanelBody>
    </Panel>
  );
}

function factsOf({ tenders, received, refunded, afterRefunds }: MoneyIn): Fact[] {
  return [
    ...tenders
      .filter((tender) => tender.received.amount > 0)
      .map((tender) => ({ label: tenderName(tender.kind), value: money(tender.received) })),
    { label: t("today.received"), value: money(received), total: true },
    { label: t("today.refunds"), value: money({ ...refunded, amount: -refunded.amount }) },
    { label: t("today.afterRefunds"), value: money(afterRefunds), total: true },
  ];
}
