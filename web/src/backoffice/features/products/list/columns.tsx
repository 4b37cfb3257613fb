import { t, tEnum } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { Money, money } from "../../../ui/Money";
import { SampleMark } from "../../../ui/samples/SampleMark";
import { Status } from "../../../ui/Status";
import type { Column, PhoneRow } from "../../../ui/table/types";
import { When } from "../../../ui/When";
import type { CellStore, Field } from "./cellStore";
import { GridCell } from "./GridCell";
import styles from "./grid.module.css";
import type { ListedProduct, ListedSku } from "./queries";

export interface Grid {
  store: CellStore;
  canPrices: boolean;
  canStock: boolean;
  /** Products whose variants are shown. */
  open: ReadonlySet<number>;
  toggle: (productId: number) => void;
}

const SHAPES = { active: "full", draft: "ring", archived: "stopped" } as const;
const TONES = { active: "good", draft: "info", archived: "quiet" } as const;

export function ProductStatus({ status }: { status: ListedProduct["status"] }) {
  return (
    <Status
      shape={SHAPES[status]}
      tone={TONES[status]}
      text={tEnum("products.status", status)}
      pill={status === "draft"}
    />
  );
}

function StockState({ product }: { product: ListedProduct }) {
  if (product.stockState === "in_stock") return null;
  const isOut = product.stockState === "sold_out";
  return (
    <Status
      shape={isOut ? "stopped" : "late"}
      tone={isOut ? "bad" : "wait"}
      text={tEnum("products.stockState", product.stockState)}
    />
  );
}

/** Twice the size in which it is shown, for sharp screens. */
const PIXELS = 64;

function Title({ product }: { product: ListedProduct }) {
  const { picture, title } = product;
  return (
    <span className={styles.product}>
      {picture ? (
        <img src={`${picture.path}?w=${PIXELS}`} alt="" width={32} height={32} loading="lazy" />
      ) : (
        <span className={styles.picture} />
      )}
      <span className={styles.name} title={title}>
        {title}
      </span>
      <SampleMark productId={product.id} />
    </span>
  );
}

function Expand({ product, grid }: { product: ListedProduct; grid: Grid }) {
  const { id, skuCount, title } = product;
  if (skuCount < 2) return <span className="quiet">{product.sku?.code}</span>;
  const isOpen = grid.open.has(id);
  return (
    <button
      type="button"
      className={styles.expand}
      aria-expanded={isOpen}
      aria-label={t("products.showVariants", { count: skuCount, title })}
      onClick={() => grid.toggle(id)}
    >
      <Icon name={isOpen ? "down" : "right"} small />
      {t("products.variants", { count: skuCount })}
    </button>
  );
}

/** A cell of a variant: an input, or a figure where nothing can be edited. */
export function SkuCell({
  sku,
  name,
  field,
  grid,
  isGiftCard = false,
}: {
  sku: ListedSku;
  name: string;
  field: Field;
  grid: Grid;
  isGiftCard?: boolean;
}) {
  if (field === "stock" && !sku.tracked) {
    return <span className="quiet">{t("products.notTracked")}</span>;
  }
  if (field === "compareAtPrice" && isGiftCard) return null;
  const amount = field === "price" ? sku.price : sku.compareAtPrice;
  const value = field === "stock" ? sku.stock : (amount?.amount ?? null);
  return (
    <GridCell
      store={grid.store}
      skuId={sku.id}
      field={field}
      name={name}
      value={value}
      readOnly={field === "stock" ? !grid.canStock : !grid.canPrices}
    />
  );
}

export function PriceRange({ product }: { product: ListedProduct }) {
  const { priceMin, priceMax } = product;
  if (!priceMin || !priceMax) return null;
  if (priceMin.amount === priceMax.amount) return <Money value={priceMin} />;
  return <>{t("products.priceRange", { min: money(priceMin), max: money(priceMax) })}</>;
}

function stockOf({ stock }: ListedProduct) {
  return stock === null ? t("products.notTracked") : stock.toLocaleString();
}

function Value({ product, field, grid }: { product: ListedProduct; field: Field; grid: Grid }) {
  const { sku, title, isGiftCard } = product;
  if (sku)
    return <SkuCell sku={sku} name={title} field={field} grid={grid} isGiftCard={isGiftCard} />;
  if (field === "compareAtPrice") return null;
  return (
    <span className={styles.figure}>
      {field === "stock" ? stockOf(product) : <PriceRange product={product} />}
    </span>
  );
}

export function columnsOf(grid: Grid): readonly Column<ListedProduct>[] {
  return [
    {
      id: "title",
      header: t("products.product"),
      cell: (product) => <Title product={product} />,
      link: true,
      sort: { ascending: "title", descending: "-title" },
    },
    {
      id: "variants",
      header: t("products.sku"),
      cell: (product) => <Expand product={product} grid={grid} />,
    },
    {
      id: "status",
      header: t("products.status"),
      cell: ({ status }) => <ProductStatus status={status} />,
      priority: 1,
    },
    {
      id: "stockState",
      header: t("products.stockState"),
      cell: (product) => <StockState product={product} />,
      priority: 2,
    },
    {
      id: "stock",
      header: t("products.stock"),
      cell: (product) => <Value product={product} field="stock" grid={grid} />,
      align: "right",
      sort: { ascending: "stock", descending: "-stock" },
    },
    {
      id: "price",
      header: t("products.price"),
      cell: (product) => <Value product={product} field="price" grid={grid} />,
      align: "right",
      sort: { ascending: "price", descending: "-price" },
    },
    {
      id: "compareAtPrice",
      priority: 3,
      header: t("products.compareAtPrice"),
      cell: (product) => <Value product={product} field="compareAtPrice" grid={grid} />,
      align: "right",
    },
    ...FURTHER,
  ];
}

const FURTHER: readonly Column<ListedProduct>[] = [
  {
    id: "held",
    header: t("products.held"),
    cell: ({ held }) => (held === 0 ? null : <span title={t("products.heldHint")}>{held}</span>),
    align: "right",
    priority: 3,
  },
  {
    id: "category",
    header: t("products.category"),
    cell: ({ category }) => category,
    truncate: ({ category }) => category ?? "",
    quiet: true,
    priority: 3,
  },
  {
    id: "brand",
    header: t("products.brand"),
    cell: ({ brand }) => brand,
    truncate: ({ brand }) => brand ?? "",
    quiet: true,
    optional: true,
  },
  {
    id: "updated",
    header: t("products.updated"),
    cell: ({ updatedAt }) => <When at={updatedAt} />,
    quiet: true,
    priority: 3,
    sort: { ascending: "updated", descending: "-updated" },
  },
  {
    id: "created",
    header: t("products.created"),
    cell: ({ createdAt }) => <When at={createdAt} />,
    quiet: true,
    optional: true,
    sort: { ascending: "created", descending: "-created" },
  },
];

export const SORTS = [
  { value: "-updated", label: t("products.sortUpdated") },
  { value: "title", label: t("products.sortTitle") },
  { value: "price", label: t("products.sortPriceUp") },
  { value: "-price", label: t("products.sortPriceDown") },
  { value: "stock", label: t("products.sortStockUp") },
  { value: "-stock", label: t("products.sortStockDown") },
  { value: "-created", label: t("products.sortCreated") },
];

export function phoneRow(product: ListedProduct): PhoneRow {
  const { skuCount, sku } = product;
  return {
    title: <Title product={product} />,
    amount: <PriceRange product={product} />,
    line: sku ? sku.code : t("products.variants", { count: skuCount }),
    time: `${t("products.stock")}: ${stockOf(product)}`,
    statuses: (
      <>
        <ProductStatus status={product.status} />
        <StockState product={product} />
      </>
    ),
  };
}
