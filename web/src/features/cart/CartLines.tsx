import { useIsMutating } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "@/messages/t";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { CartLine } from "./CartLine";
import styles from "./CartLines.module.css";
import { ADD_TO_CART_KEY } from "./changes";
import { usePendingAdditions } from "./pendingAdditions";
import type { ShownLine } from "./shownLines";

interface Props {
  lines: readonly ShownLine[];
  /** A button for each line; passed in because the wishlist depends on the cart. */
  action: (line: ShownLine) => ReactNode;
}

/** The lines of the cart, with a placeholder while one is being added of which nothing is known. */
export function CartLines({ lines, action }: Props) {
  const shown = usePendingAdditions(({ additions }) => additions.length);
  const adding = useIsMutating({ mutationKey: ADD_TO_CART_KEY });
  return (
    <ul className={styles["lines"]} aria-label={t("cart.lines")}>
      {lines.map((line) => (
        <CartLine
          key={line.giftCard === null ? line.skuId : `gift-card-${line.id}`}
          line={line}
          action={action(line)}
        />
      ))}
      {adding > shown && <CartLineSkeleton />}
    </ul>
  );
}

function CartLineSkeleton() {
  return (
    <li className={styles["line"]}>
      <Skeleton ratio="4 / 5" className={styles["picture"]} />
      <div className={styles["text"]}>
        <Skeleton width="60%" height="1.2em" />
        <Skeleton width="30%" height="1.2em" />
        <span className="visually-hidden" role="status">
          {t("cart.adding")}
        </span>
      </div>
    </li>
  );
}

export function CartLinesSkeleton() {
  return (
    <ul className={styles["lines"]} aria-hidden="true">
      {[1, 2].map((number) => (
        <li key={number} className={styles["line"]}>
          <Skeleton ratio="4 / 5" className={styles["picture"]} />
          <div className={styles["text"]}>
            <Skeleton width="60%" height="1.2em" />
            <Skeleton width="30%" height="1.2em" />
            <Skeleton width="108px" height="40px" />
          </div>
        </li>
      ))}
    </ul>
  );
}
