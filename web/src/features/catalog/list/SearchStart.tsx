import { t } from "@/messages/t";
import { SearchField } from "../SearchField";
import { BestSellers } from "./EmptyList";
import styles from "./SearchStart.module.css";

/** The search page before anything was searched for. */
export function SearchStart() {
  return (
    <main className="wrap" id="content">
      <div className={styles["start"]}>
        <h1>{t("search.startTitle")}</h1>
        <p>{t("search.startText")}</p>
        <div className={styles["field"]}>
          <SearchField label={t("search.startTitle")} autoFocus />
        </div>
      </div>
      <BestSellers />
    </main>
  );
}
