import { type ReactNode, useId } from "react";
import styles from "./Checkout.module.css";

interface Props {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function CheckoutSection({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className={styles["section"]} aria-labelledby={id}>
      <div className={styles["head"]}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
