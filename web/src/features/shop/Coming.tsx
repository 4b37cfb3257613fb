import { Link } from "react-router";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";
import { buttonClass } from "@/ui/Button/Button";
import { Notice } from "@/ui/Notice/Notice";

/** A screen that the shop does not have yet says so, and how to go on. */
export function Coming({ title }: { title: string }) {
  useTitle(title);
  return (
    <main className="wrap" id="content">
      <Notice level={1} icon="box" title={title} text={t("account.comingText")}>
        <Link className={buttonClass("plain")} to="/">
          {t("action.continueShopping")}
        </Link>
      </Notice>
    </main>
  );
}
