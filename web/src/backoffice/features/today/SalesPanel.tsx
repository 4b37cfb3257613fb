import { SegmentedControl, Select } from "@mantine/core";
import { useState } from "react";
import { minorUnits } from "@/format/money";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { Chart } from "../../ui/Chart";
import { money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import { clockTime } from "../../ui/time";
import { change, dayName, dayRange, percent, pointName, shortMoney, whole } from "./format";
import { PanelBody } from "./PanelBody";
import { type Period, PERIODS, periodName } from "./period";
import { type Sales, useSales } from "./queries";
import styles from "./SalesPanel.module.css";

/** From this many days on, a point is named by its date instead of its weekday. */
const MANY_DAYS = 8;

interface Props {
  days: Period;
  onDays: (days: Period) => void;
}

/** Orders and revenue against the same part of the weeks before, and conversion. */
export function SalesPanel({ days, onDays }: Props) {
  const query = useSales(days);
  return (
    <Panel
      title={t("today.sales")}
      actions={
        <Select
          aria-label={t("today.period")}
          w={150}
          allowDeselect={false}
          data={PERIODS.map((one) => ({ value: String(one), label: periodName(one) }))}
          value={String(days)}
          onChange={(value) => onDays(PERIODS.find((one) => String(one) === value) ?? 7)}
        />
      }
    >
      <PanelBody query={query} rows={8}>
        {(sales) => (
          <div className={query.isPlaceholderData ? styles.stale : undefined}>
            <Figures sales={sales} />
            <SalesChart sales={sales} />
          </div>
        )}
      </PanelBody>
    </Panel>
  );
}

function Figures({ sales }: { sales: Sales }) {
  const { total, before } = sales;
  const average = total.average;
  return (
    <dl className={styles.figures}>
      <Figure
        name={t("today.revenue")}
        value={money(total.revenue)}
        line={compared(total.revenue.amount, before.revenue.amount, money(before.revenue))}
      />
      <Figure
        name={t("today.orders")}
        value={whole(total.orders)}
        line={compared(total.orders, before.orders, whole(before.orders))}
      />
      <Figure
        name={t("today.average")}
        value={average ? money(average) : "—"}
        line={
          average && before.average
            ? compared(average.amount, before.average.amount, money(before.average))
            : ""
        }
      />
      <Conversion sales={sales} />
    </dl>
  );
}

/** Only of days with visits: before that, orders have nothing to be compared with. */
function Conversion({ sales }: { sales: Sales }) {
  const { days, visits, visitsSince } = sales;
  const counted = days.filter(({ day }) => visitsSince !== null && day >= visitsSince);
  const orders = counted.reduce((sum, day) => sum + day.orders, 0);
  const isPartial = visitsSince !== null && counted.length < days.length;
  const line = t("today.ofVisits", { orders: whole(orders), visits: whole(visits) });
  return (
    <Figure
      name={t("today.conversion")}
      value={visits > 0 ? percent(orders, visits) : "—"}
      line={
        visits === 0
          ? t("today.noVisits")
          : isPartial
            ? `${line}. ${t("today.visitsSince", { day: dayName(visitsSince, { month: "short", day: "numeric" }) })}`
            : line
      }
    />
  );
}

function compared(now: number, before: number, shown: string): string {
  const text = t("today.before", { value: shown });
  const by = change(now, before);
  return by === null ? text : t("today.change", { change: by, before: text });
}

function Figure({ name, value, line }: { name: string; value: string; line: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.line}>{line}</dd>
    </div>
  );
}

const SHOWN = ["revenue", "orders"] as const;
type Shown = (typeof SHOWN)[number];

const isShown = (value: string): value is Shown => SHOWN.some((one) => one === value);

/** Revenue or orders of each day, against the same part of the day before. */
function SalesChart({ sales }: { sales: Sales }) {
  const { timeZone } = useShop();
  const [shown, setShown] = useState<Shown>("revenue");
  const { days, total } = sales;
  const currency = total.revenue.currency;
  const unit = minorUnits(currency);
  const firstBefore = days[0]?.beforeDay ?? sales.first;
  const lastBefore = days.at(-1)?.beforeDay ?? sales.last;
  const isMoney = shown === "revenue";
  return (
    <>
      <SegmentedControl
        aria-label={t("today.shown")}
        data={SHOWN.map((value) => ({ value, label: t(`today.${value}`) }))}
        value={shown}
        onChange={(value) => isShown(value) && setShown(value)}
        mb="sm"
      />
      <Chart
        title={t(`today.${shown}`)}
        series={[
          { key: "before", name: dayRange(firstBefore, lastBefore), isBefore: true },
          { key: "now", name: dayRange(sales.first, sales.last) },
        ]}
        points={days.map((day) => ({
          label: pointName(day.day, days.length >= MANY_DAYS),
          values: isMoney
            ? { now: day.revenue.amount / unit, before: day.before.revenue.amount / unit }
            : { now: day.orders, before: day.before.orders },
        }))}
        format={(value) =>
          isMoney ? money({ amount: Math.round(value * unit), currency }) : whole(value)
        }
        formatAxis={(value) => (isMoney ? shortMoney(value * unit, currency) : whole(value))}
      />
      <p className={styles.note}>
        {t("today.unfinished", {
          day: dayName(sales.last, { weekday: "long" }),
          time: clockTime(sales.until, timeZone),
        })}
      </p>
    </>
  );
}
