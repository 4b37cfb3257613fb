import { t } from "@/messages/t";
import styles from "./PendingAdditions.module.css";
import { removeAddition, useVisitorsAdditions } from "./additionQueue";

/** What will be added to the cart once the shop can be reached. */
export function PendingAdditions() {
  const additions = useVisitorsAdditions();
  if (additions.length === 0) return null;
  return (
    <section className={styles["pending"]} aria-labelledby="pending-additions">
      <h2 id="pending-additions" className={styles["title"]}>
        {t("pending.title")}
      </h2>
      <p className={styles["note"]}>{t("pending.note")}</p>
      <ul className={styles["list"]}>
        {additions.map(({ key, title, quantity }) => {
          const name = title === "" ? t("pending.item") : title;
          return (
            <li key={key} className={styles["item"]}>
              <span>
                {name}
                <span className={styles["note"]}> · {t("pending.units", { count: quantity })}</span>
              </span>
              <button
                type="button"
                className={styles["remove"]}
                aria-label={t("pending.removeOf", { title: name })}
                onClick={() => removeAddition(key)}
              >
                {t("pending.remove")}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
