import type { ButtonHTMLAttributes, MouseEvent } from "react";
import { cx } from "../cx";
import styles from "./Button.module.css";

export type ButtonVariant = "primary" | "secondary" | "tertiary";

/** The classes of a button, for a link that looks like one: `<Link className={buttonClass("secondary")}>`. */
export function buttonClass(variant: ButtonVariant = "primary", fullWidth = false): string {
  return cx(styles["button"], styles[variant], fullWidth && styles["fullWidth"]);
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` for the one main action of an area, `secondary` beside it, `tertiary` for the rest. */
  variant?: ButtonVariant;
  fullWidth?: boolean;
  /** Shows a spinner and ignores clicks. Unlike a disabled button it keeps the focus. */
  busy?: boolean;
}

export function Button({
  variant = "primary",
  fullWidth = false,
  busy = false,
  className,
  disabled,
  children,
  type = "button",
  onClick,
  ...rest
}: Props) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter in a form also clicks its submit button.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass(variant, fullWidth), className)}
      onClick={handleClick}
      disabled={disabled === true && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      <span className={styles["text"]}>{children}</span>
      {busy && <span className={styles["spinner"]} aria-hidden="true" />}
    </button>
  );
}
