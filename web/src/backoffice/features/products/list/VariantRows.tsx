import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { SkeletonRows } from "../../../ui/Skeletons";
import { SubRow } from "../../../ui/table/Rows";
import type { RowLayout } from "../../../ui/table/types";
import { type Grid, SkuCell } from "./columns";
import styles from "./grid.module.css";
import { type ListedProduct, type ListedSku, skusQuery } from "./queries";

interface Props {
  product: ListedProduct;
  layout: RowLayout<ListedProduct>;
  grid: Grid;
}

/** The variants of a product, in line with its row. */
export function VariantRows({ product, layout, grid }: Props) {
  const { data, error } = useQuery(skusQuery(product.id));
  const width = layout.columns.length + (layout.hasCheckbox ? 1 : 0);
  if (!data) {
    return (
      <tr>
        <td colSpan={width}>{error ? <ErrorNote error={error} /> : <SkeletonRows rows={2} />}</td>
      </tr>
    );
  }
  const { items, total } = data;
  return (
    <>
      {items.map((sku) => (
        <SubRow key={sku.id} layout={layout} cells={cellsOf(product, sku, grid)} />
      ))}
      {total > items.length ? (
        <tr>
          <td colSpan={width} className="quiet">
            {t("products.moreVariants", { shown: items.length, total })}
          </td>
        </tr>
      ) : null}
    </>
  );
}

function cellsOf(product: ListedProduct, sku: ListedSku, grid: Grid) {
  const { isGiftCard, title } = product;
  const common = { sku, grid, isGiftCard, name: `${title} · ${sku.title}` };
  return {
    title: <span className={styles.variant}>{sku.title}</span>,
    variants: <span className="quiet">{sku.code}</span>,
    stock: <SkuCell {...common} field="stock" />,
    price: <SkuCell {...common} field="price" />,
    compareAtPrice: <SkuCell {...common} field="compareAtPrice" />,
    held: sku.held === 0 ? null : sku.held,
  };
}
