import { Link, useLocation } from "react-router";
import { t } from "@/messages/t";
import { usePageHead } from "@/state/pageHead";
import { buttonClass } from "@/ui/Button/Button";
import { Alert } from "@/ui/Alert/Alert";

/** Shown for a URL of something that does not exist, once it is known that it does not redirect. */
export function NotFound() {
  const { pathname, search } = useLocation();
  const settledFor = usePageHead((head) => head.loadedFor);
  const isSettled = settledFor === null || settledFor === pathname + search;
  if (!isSettled) return <main className="wrap" id="content" aria-busy="true" />;
  return (
    <main className="wrap" id="content">
      <Alert level={1} title={t("error.notFoundTitle")} text={t("error.notFoundText")}>
        <Link className={buttonClass()} to="/">
          {t("action.continueShopping")}
        </Link>
        <Link className={buttonClass("secondary")} to="/collections">
          {t("frame.allCategories")}
        </Link>
      </Alert>
    </main>
  );
}
