import { type SubmitEvent, useId, useState } from "react";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { OptionPickers } from "@/features/products/options/OptionPickers";
import { initialSku } from "@/features/products/options/options";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./OptionsSheet.module.css";

interface Props {
  /** Products with options to choose. */
  products: readonly ProductDetails[];
  /** Label of the button. */
  action: string;
  busy: boolean;
  onChoose: (skus: SkuDetails[]) => void;
  onClose: () => void;
}

/** Chooses options of several products before they are added to the cart. */
export function OptionsSheet({ products, action, busy, onChoose, onClose }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const [isSubmitted, setIsSubmitted] = useState(false);
  const skus = products.map((product) => initialSku(product, chosen[product.slug] ?? null));
  const found = skus.filter((sku) => sku !== undefined);
  const isSoldOut = found.some(({ inStock }) => !inStock);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || isSoldOut) return;
    if (found.length === products.length) {
      onChoose(found);
      return;
    }
    setIsSubmitted(true);
    event.currentTarget.querySelector<HTMLInputElement>("[data-open] fieldset input")?.focus();
  };
  return (
    <Sheet
      title={t("together.choose")}
      onClose={onClose}
      footer={
        <Button type="submit" form={id} fullWidth busy={busy} disabled={isSoldOut}>
          {isSoldOut ? t("product.soldOut") : action}
        </Button>
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        {products.map((product, index) => (
          <Choices
            key={product.slug}
            product={product}
            sku={skus[index]}
            isSubmitted={isSubmitted}
            onChange={({ skuId }) => setChosen({ ...chosen, [product.slug]: skuId })}
          />
        ))}
      </form>
    </Sheet>
  );
}

interface ChoicesProps {
  product: ProductDetails;
  /** The chosen SKU; none at first when prices differ. */
  sku: SkuDetails | undefined;
  /** The shopper has tried to continue. */
  isSubmitted: boolean;
  onChange: (sku: SkuDetails) => void;
}

function Choices({ product, sku, isSubmitted, onChange }: ChoicesProps) {
  const { title, slug, options, images, priceVaries } = product;
  const first = options[0];
  return (
    <section className={styles["product"]} aria-label={title} data-open={!sku || undefined}>
      <div className={styles["head"]}>
        <Picture
          picture={sku?.images[0] ?? images[0]}
          alt=""
          sizes="72px"
          className={styles["picture"]}
        />
        <div>
          <h3 className={styles["title"]}>{title}</h3>
          <Price
            now={(sku ?? product).price}
            before={(sku ?? product).compareAtPrice}
            from={!sku && priceVaries}
          />
        </div>
      </div>
      <OptionPickers product={product} sku={sku} onChoose={onChange} showsPrices group={slug} />
      {isSubmitted && !sku && first && (
        <p className={styles["problem"]} role="alert">
          {t("product.chooseOption", { option: first.name })}
        </p>
      )}
    </section>
  );
}
