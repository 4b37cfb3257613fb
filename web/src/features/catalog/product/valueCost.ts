import type { SkuDetails } from "@/api/types";
import { price } from "@/format/money";
import { t } from "@/messages/t";
import { cheapestSku, type Choice, skuOf } from "./options";

/** What a value costs with the rest of the choice; while that is open, the lowest with the value. */
export function valueCost(
  skus: readonly SkuDetails[],
  choice: Choice,
  name: string,
  value: string,
): string {
  const exact = skuOf(skus, { ...choice, [name]: value });
  if (exact) return price(exact.price);
  const having = skus.filter((sku) =>
    sku.options.some((option) => option.name === name && option.value === value),
  );
  const offered = having.some((sku) => sku.inStock) ? having.filter((sku) => sku.inStock) : having;
  const lowest = cheapestSku({ skus: offered });
  if (!lowest) return "";
  const varies = offered.some((sku) => sku.price.amount !== lowest.price.amount);
  return varies ? t("product.priceFrom", { price: price(lowest.price) }) : price(lowest.price);
}
