import { useState } from "react";
import { currentLocale, t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import { type Month, monthBeside, monthOf, yearsAround } from "./calendar";
import styles from "./DateField.module.css";
import { MonthGrid } from "./MonthGrid";

interface Props {
  /** ISO date. */
  selected: string | null;
  min: string | undefined;
  max: string | undefined;
  onSelect: (day: string) => void;
}

/** A month of days, with month and year to choose. */
export function DatePicker({ selected, min, max, onSelect }: Props) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const [month, setMonth] = useState<Month>(
    monthOf(selected ?? (max !== undefined && max < today ? max : today)),
  );
  return (
    <>
      <MonthChooser
        month={month}
        years={yearsAround(Number(today.slice(0, 4)), min, max)}
        onChange={setMonth}
      />
      <MonthGrid {...{ month, selected, today, min, max, onSelect }} />
    </>
  );
}

const MONTHS = Array.from({ length: 12 }, (_, month) => month);

function monthName(month: number): string {
  return new Intl.DateTimeFormat(currentLocale(), { month: "long", timeZone: "UTC" }).format(
    Date.UTC(2026, month, 1),
  );
}

interface ChooserProps {
  month: Month;
  years: readonly number[];
  onChange: (month: Month) => void;
}

function MonthChooser({ month, years, onChange }: ChooserProps) {
  return (
    <span className={styles["header"]}>
      <button
        type="button"
        aria-label={t("date.previousMonth")}
        onClick={() => onChange(monthBeside(month, -1))}
      >
        <Icon name="left" />
      </button>
      <select
        aria-label={t("date.month")}
        value={month.month}
        onChange={(event) => onChange({ ...month, month: Number(event.target.value) })}
      >
        {MONTHS.map((value) => (
          <option key={value} value={value}>
            {monthName(value)}
          </option>
        ))}
      </select>
      <select
        aria-label={t("date.year")}
        value={month.year}
        onChange={(event) => onChange({ ...month, year: Number(event.target.value) })}
      >
        {years.map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-label={t("date.nextMonth")}
        onClick={() => onChange(monthBeside(month, 1))}
      >
        <Icon name="right" />
      </button>
    </span>
  );
}
