import type { ReactNode } from "react";
import { Link } from "react-router";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { Sheet } from "@/ui/Sheet/Sheet";
import { CartContent } from "./CartContent";
import styles from "./CartDrawer.module.css";
import type { ShownLine } from "./shownLines";

interface Props {
  onClose: () => void;
  action: (line: ShownLine) => ReactNode;
  /** Below an empty cart. */
  whenEmpty: ReactNode;
}

/** The cart in a drawer, opened by adding to the cart. */
export function CartDrawer({ onClose, action, whenEmpty }: Props) {
  return (
    <Sheet title={t("cart.title")} onClose={onClose}>
      <CartContent
        action={action}
        below={(lines) => lines.length === 0 && whenEmpty}
        arrange={(lines, promo, total) => (
          <div className={styles["drawer"]}>
            <div>
              {lines}
              {promo && <div className={styles["promo"]}>{promo}</div>}
            </div>
            <div className={styles["foot"]}>
              {total}
              <Link className={buttonClass("secondary", true)} to="/cart">
                {t("cart.view")}
              </Link>
            </div>
          </div>
        )}
      />
    </Sheet>
  );
}
