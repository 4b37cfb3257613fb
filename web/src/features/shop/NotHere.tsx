import { Link, useLocation } from "react-router";
import { t } from "@/messages/t";
import { usePageHead } from "@/state/pageHead";
import { buttonClass } from "@/ui/Button/Button";
import { Notice } from "@/ui/Notice/Notice";

/**
 * A thing whose address is right in form, but which the shop does not have. Nothing is said while it
 * may yet turn out to bear another name.
 */
export function NotHere() {
  const { pathname, search } = useLocation();
  const settledFor = usePageHead((head) => head.settledFor);
  const isSettled = settledFor === null || settledFor === pathname + search;
  if (!isSettled) return <main className="wrap" id="content" aria-busy="true" />;
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
