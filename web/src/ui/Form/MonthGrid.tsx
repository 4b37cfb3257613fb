import type { KeyboardEvent } from "react";
import { calendarDay } from "@/format/date";
import { currentLocale } from "@/messages/t";
import { isoDay, type Month, weeksOf } from "./calendar";
import styles from "./DateField.module.css";

interface Props {
  month: Month;
  /** ISO date. */
  selected: string | null;
  today: string;
  min: string | undefined;
  max: string | undefined;
  onSelect: (day: string) => void;
}

/** The days of a month in weeks. One day is in the tab order; arrow keys move from it to the others. */
export function MonthGrid({ month, selected, today, min, max, onSelect }: Props) {
  const isEnabled = (day: string) =>
    (min === undefined || day >= min) && (max === undefined || day <= max);
  const weeks = weeksOf(month).map((week) =>
    week.map((day) => (day === null ? null : { day, iso: isoDay(month, day) })),
  );
  const enabled = weeks.flat().flatMap((day) => (day && isEnabled(day.iso) ? [day.iso] : []));
  const tabStop = [selected, today].find((day) => day !== null && enabled.includes(day));
  return (
    <table className={styles["days"]}>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col">
              <span aria-hidden="true">{weekdayName(weekday, "narrow")}</span>
              <span className="visually-hidden">{weekdayName(weekday, "long")}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={moveFocus}>
        {weeks.map((week, number) => (
          <tr key={number}>
            {week.map((day, weekday) => (
              <td key={weekday}>
                {day && (
                  <button
                    type="button"
                    aria-label={calendarDay(day.iso)}
                    aria-pressed={day.iso === selected}
                    aria-current={day.iso === today ? "date" : undefined}
                    tabIndex={day.iso === (tabStop ?? enabled[0]) ? 0 : -1}
                    disabled={!isEnabled(day.iso)}
                    onClick={() => onSelect(day.iso)}
                  >
                    {day.day}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Days that an arrow key moves by. */
const STEPS: Record<string, number | undefined> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** Moves the focus among the enabled days of the month; Home and End go to the first and the last. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const days = [...event.currentTarget.querySelectorAll<HTMLElement>("button:enabled")];
  const step = STEPS[event.key];
  let next: HTMLElement | undefined;
  if (event.key === "Home") next = days[0];
  else if (event.key === "End") next = days.at(-1);
  else if (step !== undefined) next = days[days.findIndex((day) => day === event.target) + step];
  else return;
  event.preventDefault();
  next?.focus();
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** 0 is Sunday, as in `Date`. */
function weekdayName(weekday: number, width: "long" | "narrow"): string {
  // 1 November 2026 is a Sunday.
  return new Intl.DateTimeFormat(currentLocale(), { weekday: width, timeZone: "UTC" }).format(
    Date.UTC(2026, 10, 1 + weekday),
  );
}
