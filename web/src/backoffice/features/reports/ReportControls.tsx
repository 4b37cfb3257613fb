import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../messages/t";
import { columnTitle } from "./format";
import { GROUPS, type ReportName, REPORTS } from "./kinds";
import { PERIODS, type Preset, type ReportState } from "./period";
import styles from "./reports.module.css";

interface Props {
  report: ReportName;
  state: ReportState;
}

const COMPARISONS = [
  { value: "none", key: "reports.compareNone" },
  { value: "before", key: "reports.compareBefore" },
  { value: "year", key: "reports.compareYear" },
] as const;

/** Period, comparison, grouping, and what the chart shows. */
export function ReportControls({ report, state }: Props) {
  const { groups, charts, hasPeriod = true, isCompared = true } = REPORTS[report];
  const { params, set } = state;
  return (
    <div className={styles.controls}>
      {hasPeriod ? <PeriodChoice key={`${params.first}${params.last}`} state={state} /> : null}
      {hasPeriod && isCompared ? (
        <Select
          label={t("reports.compare")}
          allowDeselect={false}
          data={COMPARISONS.map(({ value, key }) => ({ value, label: t(key) }))}
          value={params.compare}
          onChange={(value) => set({ compare: value === "none" ? null : value })}
        />
      ) : null}
      {groups.length > 1 ? (
        <Select
          label={t("reports.group")}
          allowDeselect={false}
          data={groups.map((group) => ({
            value: group,
            label: t(GROUPS[group] ?? "reports.title"),
          }))}
          value={params.group}
          onChange={(value) => set({ group: value })}
        />
      ) : null}
      {charts.length > 1 ? (
        <Select
          label={t("reports.show")}
          allowDeselect={false}
          data={charts.map((column) => ({ value: column, label: columnTitle(report, column) }))}
          value={state.show}
          onChange={(value) => set({ show: value })}
        />
      ) : null}
    </div>
  );
}

function PeriodChoice({ state }: { state: ReportState }) {
  const { preset, params, set } = state;
  const [first, setFirst] = useState(params.first);
  const [last, setLast] = useState(params.last);
  const choose = (value: string | null) =>
    value === "custom"
      ? set({ period: null, first: params.first, last: params.last })
      : set({ period: value, first: null, last: null });
  // A day that is typed is incomplete for a moment.
  const apply = (from: string, to: string) => {
    if (from !== "" && to !== "" && from <= to) set({ period: null, first: from, last: to });
  };
  const presets = Object.keys(PERIODS) as Preset[];
  return (
    <>
      <Select
        label={t("reports.period")}
        allowDeselect={false}
        data={[
          ...presets.map((value) => ({ value, label: t(PERIODS[value]) })),
          { value: "custom", label: t("reports.custom") },
        ]}
        value={preset}
        onChange={choose}
      />
      {preset === "custom" ? (
        <>
          <TextInput
            type="date"
            label={t("reports.first")}
            value={first}
            onChange={(event) => setFirst(event.currentTarget.value)}
            onBlur={() => apply(first, last)}
          />
          <TextInput
            type="date"
            label={t("reports.last")}
            value={last}
            onChange={(event) => setLast(event.currentTarget.value)}
            onBlur={() => apply(first, last)}
          />
        </>
      ) : null}
    </>
  );
}
