import { type ReactNode, useId } from "react";
import styles from "./Form.module.css";

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** A second line, such as when it arrives. */
  text?: ReactNode;
  /** At the end of the line, such as a price. */
  aside?: ReactNode;
}

interface Props<Value extends string> {
  /** Names the group; drawn only where `legendShown`. */
  legend: string;
  legendShown?: boolean;
  value: Value | null;
  onChange: (value: Value) => void;
  choices: readonly Choice<Value>[];
  error?: string | undefined;
}

/** A few ways, one of which is taken, each with room to say what it means. */
export function Choices<Value extends string>({
  legend,
  legendShown = false,
  value,
  onChange,
  choices,
  error,
}: Props<Value>) {
  const id = useId();
  return (
    <fieldset
      className={styles["choices"]}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className={legendShown ? styles["legend"] : "visually-hidden"}>{legend}</legend>
      <div className={styles["ways"]}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles["choice"]}>
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              aria-invalid={error === undefined ? undefined : true}
              aria-labelledby={`${id}-${choice.value}`}
              aria-describedby={
                choice.text === undefined ? undefined : `${id}-${choice.value}-text`
              }
              onChange={() => onChange(choice.value)}
            />
            <span className={styles["words"]}>
              <span id={`${id}-${choice.value}`}>{choice.label}</span>
              {choice.text !== undefined && (
                <span id={`${id}-${choice.value}-text`} className={styles["under"]}>
                  {choice.text}
                </span>
              )}
            </span>
            {choice.aside !== undefined && <span className={styles["aside"]}>{choice.aside}</span>}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <span id={`${id}-error`} className={styles["error"]} role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}
