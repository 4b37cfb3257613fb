import { ActionIcon, Button, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "../../../api/errors";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { money } from "../../../ui/Money";
import { Panel } from "../../../ui/Panel";
import { toastError } from "../../../ui/toasts";
import styles from "../promotions.module.css";
import {
  findProducts,
  groupsQuery,
  type Product,
  type ProductFilters,
  productsQuery,
  type Sale,
} from "../queries";
import type { Editing } from "../useEditing";
import type { SaleForm } from "./saleForm";

const MAX_PRODUCTS = 5000;
/** More rows than this are only counted. */
const SHOWN = 100;

function withMore(products: readonly Product[], more: readonly Product[]): Product[] {
  const known = new Set(products.map(({ slug }) => slug));
  return [...products, ...more.filter(({ slug }) => !known.has(slug))].slice(0, MAX_PRODUCTS);
}

/** The products of a sale: chosen one by one, or all that match. */
export function SaleProducts({ editing }: { editing: Editing<Sale, SaleForm> }) {
  const { form, set, save } = editing;
  const { products } = form;
  const error = fieldErrors(save.error)["products"];
  const onAdd = (more: readonly Product[]) => set({ products: withMore(products, more) });
  return (
    <Panel title={t("promotions.productCount", { count: products.length })}>
      <div className={styles.form}>
        <AddProducts chosen={products} onAdd={onAdd} />
        {error ? <p className="bad small">{error}</p> : null}
        {products.length === 0 ? <p className="quiet">{t("promotions.addProducts")}</p> : null}
        <ul className={styles.lines} aria-label={t("promotions.products")}>
          {products.slice(0, SHOWN).map((product) => (
            <li key={product.slug} className={styles.line}>
              <span className={styles.what}>{product.title}</span>
              <ActionIcon
                variant="subtle"
                aria-label={t("promotions.remove", { title: product.title })}
                onClick={() => set({ products: products.filter((one) => one !== product) })}
              >
                <Icon name="close" small />
              </ActionIcon>
            </li>
          ))}
        </ul>
        {products.length > SHOWN ? (
          <p className="quiet small">
            {t("promotions.andMore", { count: products.length - SHOWN })}
          </p>
        ) : null}
        {products.length > 1 ? (
          <div>
            <Button onClick={() => set({ products: [] })}>{t("promotions.removeAll")}</Button>
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

const NO_FILTERS: ProductFilters = { q: "", category: null, brand: null, tag: null };

interface AddProps {
  chosen: readonly Product[];
  onAdd: (products: readonly Product[]) => void;
}

function AddProducts({ chosen, onAdd }: AddProps) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const [settled] = useDebouncedValue(filters, 200);
  const query = useQuery(productsQuery(settled));
  const isFiltered = Object.values(filters).some((value) => value !== null && value !== "");
  const addAll = useMutation({
    mutationFn: () => findProducts(filters, MAX_PRODUCTS),
    onSuccess: ({ items }) => {
      onAdd(items);
      setFilters(NO_FILTERS);
    },
    onError: toastError,
  });
  const known = new Set(chosen.map(({ slug }) => slug));
  const found = isFiltered ? (query.data?.items ?? []) : [];
  return (
    <>
      <Filters filters={filters} onChange={setFilters} />
      {isFiltered && query.data ? (
        <div className={styles.pair}>
          <Button
            disabled={query.data.total === 0 || query.isPlaceholderData}
            loading={addAll.isPending}
            onClick={() => addAll.mutate()}
          >
            {t("promotions.addAll", { count: query.data.total })}
          </Button>
        </div>
      ) : null}
      {found.length > 0 ? (
        <ul className={styles.found} aria-label={t("promotions.matches")}>
          {found.map((product) => (
            <li key={product.slug}>
              <button type="button" onClick={() => onAdd([product])}>
                <span>{product.title}</span>
                <span className="quiet small">
                  {known.has(product.slug)
                    ? t("promotions.added")
                    : [product.brand, product.price ? money(product.price) : null]
                        .filter(Boolean)
                        .join(" · ")}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

interface FilterProps {
  filters: ProductFilters;
  onChange: (filters: ProductFilters) => void;
}

function Filters({ filters, onChange }: FilterProps) {
  const { data: groups } = useQuery(groupsQuery);
  const select = (
    name: "category" | "brand" | "tag",
    label: string,
    data: ReadonlyArray<string | { value: string; label: string }>,
  ) => (
    <Select
      label={label}
      data={[...data]}
      value={filters[name]}
      onChange={(value) => onChange({ ...filters, [name]: value })}
      searchable
      clearable
      nothingFoundMessage={t("promotions.noMatches")}
    />
  );
  const categories = (groups?.categories ?? []).map(({ path, title }) => ({
    value: path,
    label: title,
  }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput
        label={t("promotions.addProduct")}
        placeholder={t("promotions.productHint")}
        type="search"
        value={filters.q}
        maxLength={100}
        onChange={({ currentTarget }) => onChange({ ...filters, q: currentTarget.value })}
      />
      {select("category", t("promotions.category"), categories)}
      {select("brand", t("promotions.brand"), groups?.brands ?? [])}
      {select("tag", t("promotions.tag"), groups?.tags ?? [])}
    </SimpleGrid>
  );
}
