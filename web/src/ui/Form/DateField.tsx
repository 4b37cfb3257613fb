import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import { parseDay, typedDay } from "./calendar";
import { DatePicker } from "./DatePicker";
import styles from "./DateField.module.css";
import { type FieldProps, FormField } from "./FormField";
import form from "./Form.module.css";

interface Props extends FieldProps {
  /** ISO date such as "1990-03-09", or null. */
  value: string | null;
  /** Called with null for an empty input, and with undefined for text that is no date. */
  onChange: (day: string | null | undefined) => void;
  /** Such as `bday`. */
  autoComplete?: string;
  min?: string;
  max?: string;
}

/** A date, typed in the locale's format or picked from a calendar. */
export function DateField({ value, onChange, autoComplete = "off", min, max, ...field }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(value === null ? "" : typedDay(value));
  const { isOpen, toggle, close, button, containerProps } = usePopup();
  const change = (text: string) => {
    setTyped(text);
    onChange(text.trim() === "" ? null : (parseDay(text) ?? undefined));
  };
  return (
    <FormField {...field}>
      {(controlProps) => (
        <span className={styles["field"]} {...containerProps}>
          <input
            {...controlProps}
            className={form["control"]}
            inputMode="numeric"
            autoComplete={autoComplete}
            placeholder={t("date.placeholder")}
            value={typed}
            onChange={(event) => change(event.target.value)}
          />
          <button
            ref={button}
            type="button"
            className={styles["open"]}
            aria-label={t("date.open")}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={toggle}
          >
            <Icon name="calendar" />
          </button>
          {isOpen && (
            <span id={id} className={styles["popup"]} role="group" aria-label={t("date.open")}>
              <DatePicker
                selected={parseDay(typed)}
                min={min}
                max={max}
                onSelect={(day) => {
                  change(typedDay(day));
                  close();
                }}
              />
            </span>
          )}
        </span>
      )}
    </FormField>
  );
}

/**
 * A popup that closes on Escape, which returns the focus to its button, when the focus moves elsewhere, and on a
 * press outside. In Safari, a press on a button inside leaves the focus nowhere.
 */
function usePopup() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const container = useRef<HTMLSpanElement>(null);
  const isOutside = (target: EventTarget | null) =>
    target instanceof Node && container.current?.contains(target) === false;
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = ({ target }: PointerEvent) => {
      if (isOutside(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const containerProps = {
    ref: container,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !isOpen) return;
      // Keeps a sheet around the field open.
      event.preventDefault();
      close();
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (isOutside(relatedTarget)) setOpen(false);
    },
  };
  return { isOpen, toggle: () => setOpen(!isOpen), close, button, containerProps };
}
