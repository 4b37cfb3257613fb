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
}

/** The cart beside the page, opened after something was added. */
export function CartDrawer({ onClose, action }: Props) {
  return (
    <Sheet title={t("cart.title")} onClose={onClose}>
      <CartContent
        action={action}
        arrange={(lines, promo, total) => (
          <div className={styles["drawer"]}>
            <div>
              {lines}
              {promo && <div className={styles["promo"]}>{promo}</div>}
            </div>
            <div className={styles["foot"]}>
              {total}
              <Link className={buttonClass("plain", true)} to="/cart">
                {t("cart.view")}
              </Link>
            </div>
          </div>
        )}
      />
    </Sheet>
  );
}
