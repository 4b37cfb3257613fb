import type { ButtonHTMLAttributes, MouseEvent } from "react";
import { cx } from "../cx";
import styles from "./Button.module.css";

export type ButtonLook = "primary" | "plain" | "quiet";

/** The look of a button for what is a link: `<Link className={buttonClass("plain")}>`. */
export function buttonClass(look: ButtonLook = "primary", wide = false): string {
  return cx(styles["button"], styles[look], wide && styles["wide"]);
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` for the one main action of a place, `plain` beside it, `quiet` for the rest. */
  look?: ButtonLook;
  /** Takes all the width there is. */
  wide?: boolean;
  /** Shows that the work is under way and takes no second click. It keeps its name and the focus. */
  busy?: boolean;
}

export function Button({
  look = "primary",
  wide = false,
  busy = false,
  className,
  disabled,
  children,
  type = "button",
  onClick,
  ...rest
}: Props) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A form is submitted by Enter as well, which comes by way of its button.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass(look, wide), className)}
      onClick={press}
      disabled={disabled === true && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      <span className={styles["text"]}>{children}</span>
      {busy && <span className={styles["spinner"]} aria-hidden="true" />}
    </button>
  );
}
