import type { ProductDetails, SkuDetails } from "@/api/types";
import { price } from "@/format/money";
import { maxQuantity } from "@/features/products/options/options";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { SelectField } from "@/ui/Form/SelectField";
import styles from "./PlainForms.module.css";

interface Props {
  product: ProductDetails;
  /** The chosen SKU; undefined until the visitor has chosen. */
  sku: SkuDetails | undefined;
}

/** Chooses a SKU and adds it to the cart without a script. */
export function BuyForm({ product, sku }: Props) {
  const { skus, slug, options, maxPerOrder } = product;
  if (!skus.some(({ inStock }) => inStock)) return null;
  return (
    <form className={styles["form"]} method="post" action="/no-script/cart/add">
      {skus.length > 1 ? (
        <>
          <SelectField
            label={options.map(({ name }) => name).join(" · ")}
            name="sku"
            required
            value={String(sku?.skuId ?? "")}
            onChange={ignore}
            choices={[
              ...(sku ? [] : [{ value: "", label: t("form.choose") }]),
              ...skus.map((one) => ({ value: String(one.skuId), label: labelOf(one) })),
            ]}
          />
          <Button
            type="submit"
            variant="secondary"
            formMethod="get"
            formAction={`/products/${encodeURIComponent(slug)}`}
          >
            {t("noScript.showOption")}
          </Button>
        </>
      ) : (
        <input type="hidden" name="sku" value={skus[0]?.skuId} />
      )}
      <div className={styles["row"]}>
        <label className={styles["label"]}>
          {t("product.quantity")}
          <input
            className={styles["quantity"]}
            type="number"
            name="quantity"
            min={1}
            max={maxQuantity(undefined, maxPerOrder)}
            defaultValue={1}
          />
        </label>
        <Button type="submit" fullWidth>
          {t("cart.add")}
        </Button>
      </div>
    </form>
  );
}

const ignore = () => undefined;

function labelOf({ options, price: cost, inStock }: SkuDetails): string {
  const option = [...options.map(({ value }) => value), price(cost)].join(" · ");
  return inStock ? option : t("noScript.soldOut", { option });
}
