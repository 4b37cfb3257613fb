import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Link, Navigate } from "react-router";
import type { Card, Picture as ApiPicture, ProductDetails, SkuDetails } from "@/api/types";
import { OptionPicker } from "@/features/catalog/product/OptionPicker";
import { choiceOf, mostOf, picturesFor, firstSku, skuOf } from "@/features/catalog/product/options";
import { valueCost } from "@/features/catalog/product/valueCost";
import { productLink } from "@/features/catalog/links";
import { productQuery } from "@/features/catalog/queries";
import { price } from "@/format/money";
import { t } from "@/messages/t";
import { Button, buttonClass } from "@/ui/Button/Button";
import { FailureNotice } from "@/ui/Notice/Notice";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { Quantity } from "@/ui/Quantity/Quantity";
import { Sheet } from "@/ui/Sheet/Sheet";
import { useBackToClose } from "@/ui/Sheet/useBackToClose";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { addingFailure, addingOptions } from "./changes";
import styles from "./QuickAddSheet.module.css";

export interface QuickAddProps {
  /** The product, and the SKU that is shown of it where that is one. */
  card: Pick<Card, "slug" | "title" | "skuId" | "image">;
  onAdded: () => void;
  onClose: () => void;
}

/** Chooses among a product's options without leaving the list, and adds to the cart. */
export function QuickAddSheet({ card, onAdded, onClose }: QuickAddProps) {
  useBackToClose(onClose);
  const { data: product, error, refetch } = useQuery(productQuery(card.slug));
  return (
    <Sheet title={card.title} from="centre" onClose={onClose}>
      {product?.giftCard ? (
        // Whom it is for is filled in on its page.
        <Navigate to={productLink(card.slug)} replace />
      ) : product ? (
        <Choice product={product} card={card} onAdded={onAdded} onClose={onClose} />
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <div className={styles["top"]} aria-busy="true">
          <Skeleton ratio="4 / 5" className={styles["picture"]} />
          <div className={styles["words"]}>
            <Skeleton width="40%" height="28px" />
            <Skeleton height="46px" />
            <Skeleton height="48px" />
          </div>
        </div>
      )}
    </Sheet>
  );
}

function Choice({ product, card, onAdded, onClose }: QuickAddProps & { product: ProductDetails }) {
  const { options, skus, priceVaries, maxPerOrder } = product;
  const queryClient = useQueryClient();
  const add = useMutation({
    ...addingOptions(queryClient),
    // What was refused may have sold out since it was shown.
    onError: () => queryClient.invalidateQueries({ queryKey: productQuery(card.slug).queryKey }),
  });
  const [skuId, setSkuId] = useState(() => firstSku(product, card.skuId)?.skuId);
  const [wanted, setWanted] = useState(1);
  const [asked, setAsked] = useState(false);
  // What is typed in the field is no quantity.
  const [broken, setBroken] = useState(false);
  const sku = skus.find((one) => one.skuId === skuId);
  const most = mostOf(sku, maxPerOrder);
  const quantity = Math.min(wanted, most);
  const choice = sku ? choiceOf(sku.options) : {};
  const canBuy = (sku ?? product).inStock;
  const first = options[0];

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (add.isPending) return;
    if (broken) {
      focusFirstProblem(event.currentTarget);
      return;
    }
    if (sku) {
      add.mutate(
        { skuId: sku.skuId, quantity },
        {
          onSuccess: () => {
            onClose();
            onAdded();
          },
        },
      );
      return;
    }
    setAsked(true);
    event.currentTarget.querySelector<HTMLInputElement>("fieldset input")?.focus();
  };
  return (
    // A form of its own: the radio buttons of a product page below have the same names.
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <div className={styles["top"]}>
        <Picture
          picture={pictureOf(product, card, sku)}
          alt=""
          sizes="160px"
          className={styles["picture"]}
        />
        <div className={styles["words"]}>
          <Prices product={product} sku={sku} />
          <Link
            className={styles["details"]}
            to={productLink(card.slug) + (sku ? `?sku=${sku.skuId}` : "")}
            replace
          >
            {t("product.seeAll")}
          </Link>
        </div>
      </div>
      {options.map((option) => (
        <OptionPicker
          key={option.name}
          option={option}
          skus={skus}
          choice={choice}
          {...(priceVaries && {
            cost: (name: string, value: string) => valueCost(skus, choice, name, value),
          })}
          onChange={(next) => {
            add.reset();
            setSkuId(skuOf(skus, next)?.skuId);
          }}
        />
      ))}
      {((asked && !sku && first) ?? add.error) && (
        <p className={styles["problem"]} role="alert">
          {add.error
            ? addingFailure(add.error)
            : t("product.chooseOption", { option: first?.name ?? "" })}
        </p>
      )}
      <div className={styles["buy"]}>
        <Quantity
          key={sku?.skuId}
          value={quantity}
          max={most}
          disabled={!canBuy}
          onChange={(next) => {
            setBroken(next === null);
            if (next !== null) setWanted(next);
          }}
        />
        {canBuy ? (
          <Button type="submit" wide busy={add.isPending}>
            {t("cart.add")}
          </Button>
        ) : (
          <Link
            className={buttonClass("plain", true)}
            to={productLink(card.slug) + (sku ? `?sku=${sku.skuId}` : "")}
            replace
          >
            {t("alerts.stock")}
          </Link>
        )}
      </div>
    </form>
  );
}

function Prices({ product, sku }: { product: ProductDetails; sku: SkuDetails | undefined }) {
  const shown = sku ?? product;
  return (
    <div className={styles["prices"]} aria-live="polite">
      <Price
        now={shown.price}
        before={shown.compareAtPrice}
        percentOff={shown.discountPercent}
        from={!sku && product.priceVaries}
      />
      {shown.lowestPrice && (
        <p className={styles["note"]}>
          {t("product.lowestPriceShort", { price: price(shown.lowestPrice) })}
        </p>
      )}
      {sku && (
        <p className={styles["note"]}>
          {sku.inStock ? (sku.stockNote ?? t("product.inStock")) : t("product.outOfStock")}
        </p>
      )}
    </div>
  );
}

function pictureOf(
  { images }: ProductDetails,
  card: QuickAddProps["card"],
  sku: SkuDetails | undefined,
): ApiPicture | null {
  if (!sku) return card.image;
  return sku.images[0] ?? picturesFor(images, choiceOf(sku.options))[0] ?? card.image;
}
