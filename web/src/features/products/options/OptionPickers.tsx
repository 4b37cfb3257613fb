import type { ReactNode } from "react";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { OptionPicker } from "./OptionPicker";
import { findSku, toChoice } from "./options";
import { valuePrice } from "./valuePrice";

interface Props {
  product: Pick<ProductDetails, "options" | "skus" | "priceVaries">;
  /** The chosen SKU; undefined until the shopper has chosen. */
  sku: SkuDetails | undefined;
  onChoose: (sku: SkuDetails) => void;
  /** Shows the price beside each value if prices vary. */
  showsPrices?: boolean;
  /** Prefix that keeps options of the same name apart when one screen has several products. */
  group?: string;
  /** Content beside an option, by the option's name. */
  aside?: ((option: string) => ReactNode) | undefined;
}

/** All options of a product, to choose one of its SKUs. */
export function OptionPickers({ product, sku, onChoose, showsPrices, group, aside }: Props) {
  const { options, skus, priceVaries } = product;
  const choice = sku ? toChoice(sku.options) : {};
  return options.map((option) => (
    <OptionPicker
      key={option.name}
      option={option}
      skus={skus}
      choice={choice}
      group={group}
      cost={
        showsPrices && priceVaries
          ? (name, value) => valuePrice(skus, choice, name, value)
          : undefined
      }
      onChange={(next) => {
        const found = findSku(skus, next);
        if (found) onChoose(found);
      }}
      aside={aside?.(option.name)}
    />
  ));
}
