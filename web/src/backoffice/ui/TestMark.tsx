import { t } from "../messages/t";
import styles from "./TestMark.module.css";

/** Stands after the number of an order that was paid in test mode. */
export function TestMark() {
  return (
    <>
      {" "}
      <abbr className={styles.mark} title={t("ui.testData")}>
        {t("ui.testMark")}
      </abbr>
    </>
  );
}
