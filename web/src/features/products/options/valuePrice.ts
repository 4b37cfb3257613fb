import type { SkuDetails } from "@/api/types";
import { price } from "@/format/money";
import { t } from "@/messages/t";
import { cheapestSku, type Choice, findSku } from "./options";

/** The price of a value with the other chosen values, or the lowest price with it while they are open. */
export function valuePrice(
  skus: readonly SkuDetails[],
  choice: Choice,
  name: string,
  value: string,
): string {
  const exact = findSku(skus, { ...choice, [name]: value });
  if (exact) return price(exact.price);
  const withValue = skus.filter((sku) =>
    sku.options.some((option) => option.name === name && option.value === value),
  );
  const inStock = withValue.filter((sku) => sku.inStock);
  const offered = inStock.length > 0 ? inStock : withValue;
  const lowest = cheapestSku({ skus: offered });
  if (!lowest) return "";
  const varies = offered.some((sku) => sku.price.amount !== lowest.price.amount);
  return varies ? t("product.priceFrom", { price: price(lowest.price) }) : price(lowest.price);
}
