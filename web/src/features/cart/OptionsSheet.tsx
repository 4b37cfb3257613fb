import "@/messages/later/productExtras";
import { useState } from "react";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { OptionPicker } from "@/features/catalog/product/OptionPicker";
import { choiceOf, firstSku, skuOf } from "@/features/catalog/product/options";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./OptionsSheet.module.css";

export interface OptionsSheetProps {
  /** The products whose options are open. */
  products: readonly ProductDetails[];
  /** What the button says. */
  action: string;
  busy: boolean;
  onChoose: (skus: SkuDetails[]) => void;
  onClose: () => void;
}

/** Chooses the options of one or several products before they go into the cart. */
export function OptionsSheet({ products, action, busy, onChoose, onClose }: OptionsSheetProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const skus = products.map((product) => firstSku(product, chosen[product.slug] ?? null));
  const ready = skus.every((sku) => sku?.inStock === true);
  return (
    <Sheet
      title={t("together.choose")}
      onClose={onClose}
      footer={
        <Button
          wide
          busy={busy}
          disabled={!ready}
          onClick={() => onChoose(skus.filter((sku) => sku !== undefined))}
        >
          {ready ? action : t("product.soldOut")}
        </Button>
      }
    >
      {products.map((product, index) => (
        <Choices
          key={product.slug}
          product={product}
          sku={skus[index]}
          onChange={({ skuId }) => setChosen({ ...chosen, [product.slug]: skuId })}
        />
      ))}
    </Sheet>
  );
}

interface ChoicesProps {
  product: ProductDetails;
  sku: SkuDetails | undefined;
  onChange: (sku: SkuDetails) => void;
}

function Choices({ product, sku, onChange }: ChoicesProps) {
  const { title, slug, options, skus, images } = product;
  const choice = sku ? choiceOf(sku.options) : {};
  return (
    <section className={styles["product"]} aria-label={title}>
      <div className={styles["head"]}>
        <Picture
          picture={sku?.images[0] ?? images[0]}
          alt=""
          sizes="72px"
          className={styles["picture"]}
        />
        <div>
          <h3 className={styles["title"]}>{title}</h3>
          {sku && <Price now={sku.price} before={sku.compareAtPrice} />}
        </div>
      </div>
      {options.map((option) => (
        <OptionPicker
          key={option.name}
          option={option}
          skus={skus}
          choice={choice}
          group={slug}
          onChange={(next) => {
            const found = skuOf(skus, next);
            if (found) onChange(found);
          }}
        />
      ))}
    </section>
  );
}
