import "@/messages/later/productExtras";
import { type SubmitEvent, useId, useState } from "react";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { OptionPicker } from "@/features/catalog/product/OptionPicker";
import { choiceOf, firstSku, skuOf } from "@/features/catalog/product/options";
import { valueCost } from "@/features/catalog/product/valueCost";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./OptionsSheet.module.css";

interface Props {
  /** The products whose options are open. */
  products: readonly ProductDetails[];
  /** What the button says. */
  action: string;
  busy: boolean;
  onChoose: (skus: SkuDetails[]) => void;
  onClose: () => void;
}

/** Chooses the options of several products before they go into the cart. */
export function OptionsSheet({ products, action, busy, onChoose, onClose }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const [asked, setAsked] = useState(false);
  const skus = products.map((product) => firstSku(product, chosen[product.slug] ?? null));
  const found = skus.filter((sku) => sku !== undefined);
  const isSoldOut = found.some(({ inStock }) => !inStock);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || isSoldOut) return;
    if (found.length === products.length) {
      onChoose(found);
      return;
    }
    setAsked(true);
    event.currentTarget.querySelector<HTMLInputElement>("[data-open] fieldset input")?.focus();
  };
  return (
    <Sheet
      title={t("together.choose")}
      onClose={onClose}
      footer={
        <Button type="submit" form={id} wide busy={busy} disabled={isSoldOut}>
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
            asked={asked}
            onChange={({ skuId }) => setChosen({ ...chosen, [product.slug]: skuId })}
          />
        ))}
      </form>
    </Sheet>
  );
}

interface ChoicesProps {
  product: ProductDetails;
  /** What is chosen; nothing at first where prices differ. */
  sku: SkuDetails | undefined;
  /** The shopper wanted to go on. */
  asked: boolean;
  onChange: (sku: SkuDetails) => void;
}

function Choices({ product, sku, asked, onChange }: ChoicesProps) {
  const { title, slug, options, skus, images, priceVaries } = product;
  const choice = sku ? choiceOf(sku.options) : {};
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
      {options.map((option) => (
        <OptionPicker
          key={option.name}
          option={option}
          skus={skus}
          choice={choice}
          group={slug}
          {...(priceVaries && {
            cost: (name: string, value: string) => valueCost(skus, choice, name, value),
          })}
          onChange={(next) => {
            const found = skuOf(skus, next);
            if (found) onChange(found);
          }}
        />
      ))}
      {asked && !sku && first && (
        <p className={styles["problem"]} role="alert">
          {t("product.chooseOption", { option: first.name })}
        </p>
      )}
    </section>
  );
}
