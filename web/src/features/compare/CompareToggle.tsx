import "@/messages/later/productExtras";
import { useNavigate } from "react-router";
import { t } from "@/messages/t";
import { tell } from "@/state/toasts";
import styles from "./CompareToggle.module.css";
import {
  addCompared,
  type Compared,
  compareLink,
  MAX_COMPARED,
  removeCompared,
  useCompared,
} from "./list";

interface Props {
  product: Compared;
  /** `corner` keeps back until a card is pointed at. */
  look: "corner" | "bordered";
}

/** Puts a product among those to compare, or takes it out. */
export function CompareToggle({ product, look }: Props) {
  const navigate = useNavigate();
  const chosen = useCompared(({ products }) => products.some(({ slug }) => slug === product.slug));
  const toggle = () => {
    if (chosen) {
      removeCompared(product.slug);
      return;
    }
    if (addCompared(product)) return;
    tell(t("compare.full", { max: MAX_COMPARED }), {
      label: t("compare.action"),
      run: () => {
        const { products } = useCompared.getState();
        void navigate(compareLink(products.map(({ slug }) => slug)));
      },
    });
  };
  return (
    <button
      type="button"
      className={styles["toggle"]}
      data-look={look}
      aria-pressed={chosen}
      aria-label={t("compare.product", { title: product.title })}
      title={t("compare.action")}
      onClick={toggle}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 4v16M8 20h8M5 7h14M5 7l-3 7a3 3 0 0 0 6 0zM19 7l-3 7a3 3 0 0 0 6 0z" />
      </svg>
    </button>
  );
}
