import { type KeyboardEvent, useState } from "react";
import { calendarDay } from "@/format/date";
import { currentLocale, t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import { isoDay, type Month, monthBeside, weeksOf, yearsAround } from "./calendar";
import styles from "./DateField.module.css";

interface Props {
  chosen: string | null;
  min?: string;
  max?: string;
  onChoose: (day: string) => void;
}

/** How many days an arrow key goes. */
const STEPS: Record<string, number | undefined> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** Arrow keys go from day to day, and stop at the ends of the month. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const days = [...event.currentTarget.querySelectorAll<HTMLElement>("button:enabled")];
  days[days.findIndex((day) => day === event.target) + step]?.focus();
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** 1 November 2026 is a Sunday: the names of its week are those of every week. */
function weekday(index: number, width: "long" | "narrow"): string {
  return new Intl.DateTimeFormat(currentLocale(), { weekday: width, timeZone: "UTC" }).format(
    Date.UTC(2026, 10, 1 + index),
  );
}

function monthName(month: number): string {
  return new Intl.DateTimeFormat(currentLocale(), { month: "long", timeZone: "UTC" }).format(
    Date.UTC(2026, month, 1),
  );
}

/** A month of days, with month and year to choose. */
export function MonthOfDays({ chosen, min, max, onChoose }: Props) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const start = chosen ?? (max !== undefined && max < today ? max : today);
  const [shown, setShown] = useState<Month>({
    year: Number(start.slice(0, 4)),
    month: Number(start.slice(5, 7)) - 1,
  });
  const years = yearsAround(Number(today.slice(0, 4)), min, max);
  const beside = (step: 1 | -1) => () => setShown(monthBeside(shown, step));
  return (
    <>
      <span className={styles["head"]}>
        <button type="button" aria-label={t("date.previousMonth")} onClick={beside(-1)}>
          <Icon name="left" />
        </button>
        <select
          aria-label={t("date.month")}
          value={shown.month}
          onChange={(event) => setShown({ ...shown, month: Number(event.target.value) })}
        >
          {Array.from({ length: 12 }, (_, month) => (
            <option key={month} value={month}>
              {monthName(month)}
            </option>
          ))}
        </select>
        <select
          aria-label={t("date.year")}
          value={shown.year}
          onChange={(event) => setShown({ ...shown, year: Number(event.target.value) })}
        >
          {years.map((year) => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </select>
        <button type="button" aria-label={t("date.nextMonth")} onClick={beside(1)}>
          <Icon name="right" />
        </button>
      </span>
      <table className={styles["days"]}>
        <thead>
          <tr>
            {WEEKDAYS.map((index) => (
              <th key={index} scope="col">
                <span aria-hidden="true">{weekday(index, "narrow")}</span>
                <span className="visually-hidden">{weekday(index, "long")}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={walk}>
          {weeksOf(shown).map((week, number) => (
            <tr key={number}>
              {week.map((day, index) => {
                if (day === null) return <td key={index} />;
                const iso = isoDay(shown, day);
                const outside =
                  (min !== undefined && iso < min) || (max !== undefined && iso > max);
                return (
                  <td key={index}>
                    <button
                      type="button"
                      aria-label={calendarDay(iso)}
                      aria-pressed={iso === chosen}
                      disabled={outside}
                      onClick={() => onChoose(iso)}
                    >
                      {day}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
