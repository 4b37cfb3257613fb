import { type ReactNode, useId } from "react";
import styles from "./Form.module.css";

interface Option<Value extends string> {
  value: Value;
  label: string;
  /** A second line, such as when it arrives. */
  text?: ReactNode;
  /** At the end of the line, such as a price. */
  aside?: ReactNode;
}

interface Props<Value extends string> {
  /** Accessible name of the group; visible if `showLegend`. */
  legend: string;
  showLegend?: boolean;
  value: Value | null;
  onChange: (value: Value) => void;
  choices: readonly Option<Value>[];
  /** Of the field in a form that is sent without a script. */
  name?: string;
  error?: string | undefined;
}

/** Radio buttons, each with room for a description. */
export function RadioGroup<Value extends string>({
  legend,
  showLegend = false,
  value,
  onChange,
  choices,
  name,
  error,
}: Props<Value>) {
  const id = useId();
  const isInvalid = error !== undefined;
  return (
    <fieldset
      className={styles["radioGroup"]}
      aria-describedby={isInvalid ? `${id}-error` : undefined}
    >
      <legend className={showLegend ? styles["legend"] : "visually-hidden"}>{legend}</legend>
      <div className={styles["options"]}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles["option"]}>
            <input
              type="radio"
              name={name ?? id}
              value={choice.value}
              checked={choice.value === value}
              aria-invalid={isInvalid || undefined}
              aria-labelledby={`${id}-${choice.value}`}
              aria-describedby={
                choice.text === undefined ? undefined : `${id}-${choice.value}-text`
              }
              onChange={() => onChange(choice.value)}
            />
            <OptionText id={`${id}-${choice.value}`} label={choice.label} text={choice.text} />
            {choice.aside !== undefined && <span className={styles["aside"]}>{choice.aside}</span>}
          </label>
        ))}
      </div>
      {isInvalid && (
        <span id={`${id}-error`} className={styles["error"]} role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}

function OptionText({ id, label, text }: { id: string; label: string; text: ReactNode }) {
  return (
    <span className={styles["optionText"]}>
      <span id={id}>{label}</span>
      {text !== undefined && (
        <span id={`${id}-text`} className={styles["description"]}>
          {text}
        </span>
      )}
    </span>
  );
}
