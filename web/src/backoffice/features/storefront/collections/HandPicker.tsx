import { ActionIcon, Combobox, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Icon } from "../../../ui/Icon";
import { SortableRows } from "../../../ui/sorting/SortableRows";
import { ProductLine } from "./ProductLine";
import styles from "./collections.module.css";
import { type CollectionProduct, productChoicesQuery } from "./queries";

const PAUSE_MS = 200;

interface Props {
  products: readonly CollectionProduct[];
  onChange: (products: CollectionProduct[]) => void;
  disabled: boolean;
  /** Finds products by words. */
  choices?: typeof productChoicesQuery;
}

/** Products that are chosen by hand: added by search, ordered by drag or keys. */
export function HandPicker({ products, onChange, disabled, choices = productChoicesQuery }: Props) {
  return (
    <>
      {disabled ? null : (
        <ProductSearch
          taken={new Set(products.map(({ id }) => id))}
          onAdd={(product) => onChange([...products, product])}
          choices={choices}
        />
      )}
      {products.length === 0 ? <p className="quiet">{t("storefront.noProducts")}</p> : null}
      <SortableRows
        label={t("storefront.productList")}
        rows={products}
        rowId={({ id }) => String(id)}
        rowLabel={({ title }) => title}
        onReorder={onChange}
        disabled={disabled}
      >
        {(product) => (
          <div className={styles.chosen}>
            <ProductLine product={product} />
            <ActionIcon
              variant="subtle"
              aria-label={t("storefront.removeProduct", { title: product.title })}
              disabled={disabled}
              onClick={() => onChange(products.filter((one) => one !== product))}
            >
              <Icon name="close" small />
            </ActionIcon>
          </div>
        )}
      </SortableRows>
    </>
  );
}

interface SearchProps {
  taken: ReadonlySet<number>;
  onAdd: (product: CollectionProduct) => void;
  choices: typeof productChoicesQuery;
}

function ProductSearch({ taken, onAdd, choices }: SearchProps) {
  const [words, setWords] = useState("");
  const [searched] = useDebouncedValue(words.trim(), PAUSE_MS);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const query = useQuery({ ...choices(searched), enabled: combobox.dropdownOpened });
  const found = query.data?.items.filter(({ id }) => !taken.has(id)) ?? [];
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        const product = found.find(({ id }) => String(id) === value);
        if (product) onAdd(product);
        setWords("");
      }}
    >
      <Combobox.Target>
        <TextInput
          label={t("storefront.addProduct")}
          placeholder={t("storefront.addProductHint")}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <ErrorNote error={query.error} />
      <Combobox.Dropdown>
        <Combobox.Options
          aria-label={t("storefront.foundProducts")}
          mah={320}
          style={{ overflowY: "auto" }}
        >
          {found.map((product) => (
            <Combobox.Option key={product.id} value={String(product.id)}>
              <ProductLine product={product} />
            </Combobox.Option>
          ))}
          {query.data && found.length === 0 ? (
            <Combobox.Empty>{t("storefront.noProductFound")}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
