import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OrderLine } from "@/api/types";
import { GiftCardText } from "@/features/cart/giftCards/GiftCardText";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./OrderLines.module.css";

interface Props {
  lines: readonly OrderLine[];
  /** A link for a line, such as to write a review. */
  action?: (line: OrderLine) => ReactNode;
}

/** The order's lines as they were when the order was placed. */
export function OrderLines({ lines, action }: Props) {
  return (
    <ul className={styles["lines"]}>
      {lines.map((line) => (
        <li key={line.lineId} className={styles["line"]}>
          <Picture picture={line.image} alt="" sizes="80px" className={styles["picture"]} />
          <div className={styles["text"]}>
            <Link className={styles["name"]} to={`/products/${encodeURIComponent(line.slug)}`}>
              {line.title}
            </Link>
            <span className={styles["quiet"]}>
              {[
                ...line.options.map(({ name, value }) => `${name}: ${value}`),
                t("order.quantity", { count: line.quantity }),
                ...(line.cancelledQuantity > 0
                  ? [t("line.cancelled", { count: line.cancelledQuantity })]
                  : []),
                ...(line.returnedQuantity > 0
                  ? [t("line.returned", { count: line.returnedQuantity })]
                  : []),
                ...(line.gift === null ? [] : [line.gift]),
              ].join(" · ")}
            </span>
            {line.giftCard !== null && <GiftCardText card={line.giftCard} />}
            {action?.(line)}
          </div>
          <span className={styles["amount"]}>
            {line.gift === null ? exact(line.lineTotal) : t("discount.free")}
          </span>
        </li>
      ))}
    </ul>
  );
}
