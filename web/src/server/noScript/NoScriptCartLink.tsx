import { t } from "@/messages/t";
import styles from "./PlainForms.module.css";

/** Leads from the cart's page to the one that needs no script. */
export function NoScriptCartLink() {
  return (
    <p>
      <a className={styles["link"]} href="/no-script/cart">
        {t("noScript.toCart")}
      </a>
    </p>
  );
}
