import { useId, useRef, useState } from "react";
import { t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import { parseDay, typedDay } from "./calendar";
import { MonthOfDays } from "./MonthOfDays";
import styles from "./DateField.module.css";
import { type FieldProps, FieldFrame } from "./FieldFrame";
import form from "./Form.module.css";

interface Props extends FieldProps {
  /** "1990-03-09", or null. */
  value: string | null;
  /** Called with null where nothing is typed, and with undefined where no day is. */
  onChange: (day: string | null | undefined) => void;
  min?: string;
  max?: string;
  autoComplete?: string;
}

/** A day, typed as mm/dd/yyyy or picked. */
export function DateField({ value, onChange, min, max, autoComplete = "bday", ...field }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(value === null ? "" : typedDay(value));
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  /** Focus goes back to where the days were opened: what it stood on is gone. */
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const type = (text: string) => {
    setTyped(text);
    onChange(text.trim() === "" ? null : (parseDay(text) ?? undefined));
  };
  return (
    <FieldFrame {...field}>
      {(wiring) => (
        <span
          className={styles["field"]}
          onKeyDown={(event) => {
            if (event.key === "Escape" && open) {
              // A sheet around the field stays open.
              event.preventDefault();
              close();
            }
          }}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
          }}
        >
          <input
            {...wiring}
            className={form["control"]}
            inputMode="numeric"
            autoComplete={autoComplete}
            placeholder={t("date.placeholder")}
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
          <button
            ref={opener}
            type="button"
            className={styles["open"]}
            aria-label={t("date.open")}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <Icon name="calendar" />
          </button>
          {open && (
            <span id={id} className={styles["popup"]} role="group" aria-label={t("date.open")}>
              <MonthOfDays
                chosen={parseDay(typed)}
                {...(min === undefined ? {} : { min })}
                {...(max === undefined ? {} : { max })}
                onChoose={(day) => {
                  type(typedDay(day));
                  close();
                }}
              />
            </span>
          )}
        </span>
      )}
    </FieldFrame>
  );
}
