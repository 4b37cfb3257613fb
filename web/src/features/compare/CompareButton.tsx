import { useNavigate } from "react-router";
import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import styles from "./CompareButton.module.css";
import {
  addCompared,
  type ComparedProduct,
  compareLink,
  MAX_COMPARED,
  removeCompared,
  useCompared,
} from "./comparedProducts";

interface Props {
  product: ComparedProduct;
  /** `corner` is hidden until the card is hovered or focused. */
  look: "corner" | "bordered";
}

/** Adds a product to the comparison or removes it. */
export function CompareButton({ product, look }: Props) {
  const navigate = useNavigate();
  const isCompared = useCompared(({ products }) =>
    products.some(({ slug }) => slug === product.slug),
  );
  const toggle = () => {
    if (isCompared) {
      removeCompared(product.slug);
      return;
    }
    if (addCompared(product)) return;
    showToast(t("compare.full", { max: MAX_COMPARED }), {
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
      className={styles["button"]}
      data-look={look}
      aria-pressed={isCompared}
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
