import { ActionIcon, MultiSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import styles from "../promotions.module.css";
import { groupsQuery } from "../queries";
import { ProductFinder } from "./ProductFinder";

export interface Scope {
  products: string[];
  categories: string[];
  brands: string[];
}

interface Props {
  scope: Scope;
  /** Titles by slug or path. */
  titles: Readonly<Record<string, string>>;
  onChange: (scope: Partial<Scope>, titles?: Record<string, string>) => void;
  errors: Record<string, string>;
  /** Of the fields in errors: "" or "get". */
  prefix?: "" | "get";
}

/** Products, categories and brands that a discount is limited to; none: everything. */
export function ScopePicker({ scope, titles, onChange, errors, prefix = "" }: Props) {
  const { data: groups } = useQuery(groupsQuery);
  const errorOf = (name: string) =>
    errors[prefix === "" ? name : `get${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`];
  const { products, categories, brands } = scope;
  return (
    <div className={styles.form}>
      <ProductFinder
        label={t("promotions.addProduct")}
        onChoose={({ slug, title }) =>
          products.includes(slug)
            ? undefined
            : onChange({ products: [...products, slug] }, { [slug]: title })
        }
      />
      {products.length > 0 ? (
        <ul className={styles.lines} aria-label={t("promotions.products")}>
          {products.map((slug) => (
            <li key={slug} className={styles.line}>
              <span className={styles.what}>{titles[slug] ?? slug}</span>
              <ActionIcon
                variant="subtle"
                aria-label={t("promotions.remove", { title: titles[slug] ?? slug })}
                onClick={() => onChange({ products: products.filter((one) => one !== slug) })}
              >
                <Icon name="close" small />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
      {errorOf("products") ? <p className="bad small">{errorOf("products")}</p> : null}
      <MultiSelect
        label={t("promotions.categories")}
        description={t("promotions.categoriesHelp")}
        data={(groups?.categories ?? []).map(({ path, title }) => ({ value: path, label: title }))}
        value={categories}
        onChange={(value) => onChange({ categories: value })}
        error={errorOf("categories")}
        searchable
        clearable
        nothingFoundMessage={t("promotions.noMatches")}
      />
      <MultiSelect
        label={t("promotions.brands")}
        data={groups?.brands ?? []}
        value={brands}
        onChange={(value) => onChange({ brands: value })}
        error={errorOf("brands")}
        searchable
        clearable
        nothingFoundMessage={t("promotions.noMatches")}
      />
    </div>
  );
}
