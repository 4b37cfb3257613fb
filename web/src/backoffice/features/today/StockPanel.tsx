import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import { whole } from "./format";
import { PanelBody } from "./PanelBody";
import { ProductName } from "./ProductName";
import { type LowStock, useLowStock } from "./queries";
import styles from "./panels.module.css";

/** Stock that ends within a week is marked. */
const SOON_DAYS = 7;

/** Variants that are sold out or will be soon, at the present pace. */
export function StockPanel() {
  const query = useLowStock();
  const count = query.data?.count ?? 0;
  return (
    <Panel
      flush
      title={t("today.lowStock")}
      actions={count > 0 ? <span className="quiet">{t("today.variants", { count })}</span> : null}
    >
      <PanelBody query={query} rows={5}>
        {({ items, threshold }) =>
          items.length === 0 ? (
            <p className={styles.empty}>{t("today.noLowStock", { threshold })}</p>
          ) : (
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t("today.variant")}</th>
                  <th scope="col" className={styles.number}>
                    {t("today.left")}
                  </th>
                  <th scope="col" className={styles.number}>
                    {t("today.lasts")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <tr key={item.skuId}>
                    <td>
                      <ProductName
                        title={[item.title, item.options].filter(Boolean).join(", ")}
                        image={item.image}
                      />
                      <Level item={item} />
                    </td>
                    <td className={styles.number}>{whole(item.left)}</td>
                    <td className={styles.number}>
                      <Lasts item={item} />
                    </td>
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

/** Where the level is from, unless it is the shop's. */
function Level({ item: { lowFrom, lowAt, lowCategory } }: { item: LowStock }) {
  if (lowFrom === "shop") return null;
  return (
    <div className={styles.level}>
      {lowFrom === "category"
        ? t("today.lowFrom.category", { count: lowAt, category: lowCategory ?? "" })
        : t(`today.lowFrom.${lowFrom}`, { count: lowAt })}
    </div>
  );
}

function Lasts({ item: { left, days } }: { item: LowStock }) {
  if (left === 0) return <span className={styles.bad}>{t("today.soldOut")}</span>;
  if (days === null) return "—";
  const text = days === 0 ? t("today.lessThanADay") : t("today.days", { count: days });
  return days < SOON_DAYS ? <span className={styles.wait}>{text}</span> : text;
}
