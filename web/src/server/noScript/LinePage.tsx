import type { LinePlace } from "@/api/types";
import { placeText } from "@/features/checkout/line/lineText";
import styles from "@/features/checkout/line/WaitingLineScreen.module.css";
import { t } from "@/messages/t";
import pageStyles from "@/routes/checkout.module.css";
import { Button, buttonClass } from "@/ui/Button/Button";

const ADDRESS = "/no-script/checkout/line";

/** The place of an order in its line. The server has the page loaded again, and then sends the order. */
export function LinePage({ place: { ahead, seconds } }: { place: LinePlace }) {
  return (
    <main className="wrap" id="content">
      <h1 className={pageStyles["title"]}>{t("checkout.title")}</h1>
      <section className={styles["line"]} aria-labelledby="line-title">
        <h2 id="line-title">{t("line.title")}</h2>
        <p className={styles["place"]}>{placeText(ahead, seconds)}</p>
        <p>{t("line.explanation")}</p>
        <p className={styles["quiet"]}>
          {t("noScript.lineSafe")} {t("line.notReserved")}
        </p>
        <form method="post" action={ADDRESS} className={styles["actions"]}>
          <a className={buttonClass()} href={ADDRESS}>
            {t("noScript.lineLook")}
          </a>
          <Button type="submit" variant="secondary" name="action" value="leave">
            {t("line.leave")}
          </Button>
        </form>
      </section>
    </main>
  );
}
