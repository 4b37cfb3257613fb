import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../../messages/t";
import { money } from "../../../ui/Money";
import { type Product, productsQuery } from "../queries";
import { Finder } from "./Finder";

interface Props {
  label: string;
  onChoose: (product: Product) => void;
}

/** Finds one product by words of its title. */
export function ProductFinder({ label, onChoose }: Props) {
  const [text, setText] = useState("");
  const [typed] = useDebouncedValue(text.trim(), 200);
  const query = useQuery(productsQuery({ q: typed, category: null, brand: null, tag: null }));
  const rows = (query.data?.items ?? []).map((product) => ({
    key: product.slug,
    title: product.title,
    detail: [product.brand, product.price ? money(product.price) : t("promotions.notForSale")]
      .filter(Boolean)
      .join(" · "),
    product,
  }));
  return (
    <Finder
      label={label}
      placeholder={t("promotions.productHint")}
      text={text}
      onText={setText}
      rows={rows}
      ready={typed === text.trim() && query.isSuccess && !query.isPlaceholderData}
      error={query.error}
      onChoose={({ product }) => {
        onChoose(product);
        setText("");
      }}
    />
  );
}
