import { Link } from "react-router";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { Notice } from "@/ui/Notice/Notice";

/** A thing whose address is right in form, but which the shop does not have. */
export function NotHere() {
  return (
    <main className="wrap" id="content">
      <Notice level={1} title={t("error.notFoundTitle")} text={t("error.notFoundText")}>
        <Link className={buttonClass()} to="/">
          {t("action.continueShopping")}
        </Link>
        <Link className={buttonClass("plain")} to="/collections">
          {t("frame.allCategories")}
        </Link>
      </Notice>
    </main>
  );
}
