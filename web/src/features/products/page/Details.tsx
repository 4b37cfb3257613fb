import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProductDetails } from "@/api/types";
import { t } from "@/messages/t";
import { Accordion } from "@/ui/Accordion/Accordion";
import { Prose } from "@/ui/Prose/Prose";
import styles from "./Details.module.css";

interface Props {
  product: ProductDetails;
  sku: string;
  /** The delivery methods. */
  delivery: ReactNode;
}

/** Description, specification, delivery and returns as an accordion. */
export function Details({ product, sku, delivery }: Props) {
  const { descriptionHtml, specification, attributes, returnable } = product;
  const rows = [
    ...specification,
    ...attributes.map(({ label, values }) => ({ name: label, value: values.join(", ") })),
  ];
  return (
    <div className={styles["details"]}>
      {descriptionHtml && (
        <Accordion title={t("product.description")} open>
          <Prose html={descriptionHtml} />
        </Accordion>
      )}
      {rows.length > 0 && (
        <Accordion title={t("product.specification")}>
          <dl className={styles["rows"]}>
            {rows.map(({ name, value }, index) => (
              <div key={`${index} ${name}`}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {sku && <p className={styles["sku"]}>{t("product.sku", { sku })}</p>}
        </Accordion>
      )}
      <Accordion title={t("product.deliveryAndReturns")}>
        <div className={styles["delivery"]}>
          {delivery}
          <p>
            {t(returnable ? "product.returnsText" : "product.notReturnable")}{" "}
            <Link to="/return-and-exchange">{t("product.returnsLink")}</Link>
          </p>
        </div>
      </Accordion>
    </div>
  );
}
