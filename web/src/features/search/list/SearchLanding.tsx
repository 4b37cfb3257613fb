import { t } from "@/messages/t";
import { SearchField } from "../suggestions/SearchField";
import { BestSellers } from "./BestSellers";
import styles from "./SearchLanding.module.css";

/** The search page before a search. */
export function SearchLanding() {
  return (
    <main className="wrap" id="content">
      <div className={styles["intro"]}>
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
