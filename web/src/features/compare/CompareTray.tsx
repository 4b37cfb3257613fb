import { Link } from "react-router";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { Icon } from "@/ui/Icon/Icon";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./CompareTray.module.css";
import { clearCompared, compareLink, removeCompared, useCompared } from "./comparedProducts";

/** The products to compare, at the foot of the window. Renders nothing while there are none. */
export function CompareTray() {
  const products = useCompared((state) => state.products);
  if (products.length === 0) return null;
  const count = products.length;
  return (
    <aside className={styles["tray"]} aria-label={t("compare.tray")}>
      <ul className={styles["products"]}>
        {products.map(({ slug, title, image }) => (
          <li key={slug}>
            <Picture picture={image} alt="" sizes="44px" ratio="1" className={styles["picture"]} />
            <button
              type="button"
              aria-label={t("compare.removeOf", { title })}
              title={title}
              onClick={() => removeCompared(slug)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {count > 1 ? (
        <Link
          className={buttonClass()}
          to={compareLink(products.map(({ slug }) => slug))}
          aria-label={t("compare.open", { count })}
        >
          {t("compare.action")}
        </Link>
      ) : (
        <p className={styles["hint"]} role="status">
          {t("compare.added")}
        </p>
      )}
      <button
        type="button"
        className={styles["clear"]}
        aria-label={t("compare.clearLabel")}
        onClick={clearCompared}
      >
        {t("compare.clear")}
      </button>
    </aside>
  );
}
