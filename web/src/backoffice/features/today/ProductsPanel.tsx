import { t } from "../../messages/t";
import { money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import { whole } from "./format";
import { PanelBody } from "./PanelBody";
import type { Period } from "./period";
import { ProductName } from "./ProductName";
import { useTopProducts } from "./queries";
import styles from "./panels.module.css";

/** The products with the largest revenue. */
export function ProductsPanel({ days }: { days: Period }) {
  const query = useTopProducts(days);
  return (
    <Panel flush title={t("today.topProducts")}>
      <PanelBody query={query} rows={7}>
        {(products) =>
          products.length === 0 ? (
            <p className={styles.empty}>{t("today.noProducts")}</p>
          ) : (
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t("today.product")}</th>
                  <th scope="col" className={styles.number}>
                    {t("today.units")}
                  </th>
                  <th scope="col" className={styles.number}>
                    {t("today.revenue")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {products.map(({ productId, title, image, units, revenue }) => (
                  <tr key={productId}>
                    <td>
                      <ProductName title={title} image={image} />
                    </td>
                    <td className={styles.number}>{whole(units)}</td>
                    <td className={styles.number}>{money(revenue)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </PanelBody>
    </Panel>
  );
}
