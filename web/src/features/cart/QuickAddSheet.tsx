import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Link, Navigate } from "react-router";
import type { Card, Picture as ApiPicture, ProductDetails, SkuDetails } from "@/api/types";
import { OptionPickers } from "@/features/products/options/OptionPickers";
import {
  toChoice,
  maxQuantity,
  imagesForChoice,
  initialSku,
} from "@/features/products/options/options";
import { productLink } from "@/features/products/links";
import { productQuery } from "@/features/products/queries";
import { price } from "@/format/money";
import { t } from "@/messages/t";
import { Button, buttonClass } from "@/ui/Button/Button";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { Quantity } from "@/ui/Quantity/Quantity";
import { Sheet } from "@/ui/Sheet/Sheet";
import { useCloseOnBack } from "@/ui/Sheet/useCloseOnBack";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { addToCartMessage, addToCartOptions } from "./changes";
import { lineOfSku } from "./pendingAdditions";
import styles from "./QuickAddSheet.module.css";

export interface QuickAddProps {
  /** The product, and the SKU that its card shows, if any. */
  card: Pick<Card, "slug" | "title" | "skuId" | "image">;
  onAdded: () => void;
  onClose: () => void;
}

/** Adds a product with options to the cart without leaving the list. */
export function QuickAddSheet({ card, onAdded, onClose }: QuickAddProps) {
  useCloseOnBack(onClose);
  const { data: product, error, refetch } = useQuery(productQuery(card.slug));
  return (
    <Sheet title={card.title} placement="centre" onClose={onClose}>
      {product?.giftCard ? (
        // The recipient is entered on the product's page.
        <Navigate to={productLink(card.slug)} replace />
      ) : product ? (
        <Choice product={product} card={card} onAdded={onAdded} onClose={onClose} />
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <div className={styles["top"]} aria-busy="true">
          <Skeleton ratio="4 / 5" className={styles["picture"]} />
          <div className={styles["text"]}>
            <Skeleton width="40%" height="28px" />
            <Skeleton height="46px" />
            <Skeleton height="48px" />
          </div>
        </div>
      )}
    </Sheet>
  );
}

interface ChoiceProps extends QuickAddProps {
  product: ProductDetails;
}

function useQuickAdd({ product, card, onAdded, onClose }: ChoiceProps) {
  const { skus, maxPerOrder } = product;
  const queryClient = useQueryClient();
  const add = useMutation({
    ...addToCartOptions(queryClient),
    // The stock may have changed since the product was loaded.
    onError: () => queryClient.invalidateQueries({ queryKey: productQuery(card.slug).queryKey }),
  });
  const [skuId, setSkuId] = useState(() => initialSku(product, card.skuId)?.skuId);
  const [chosenQuantity, setChosenQuantity] = useState(1);
  const [isQuantityInvalid, setIsQuantityInvalid] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const sku = skus.find((one) => one.skuId === skuId);
  const max = maxQuantity(sku, maxPerOrder);
  const quantity = Math.min(chosenQuantity, max);
  const missing = isSubmitted && !sku ? product.options[0] : undefined;
  return {
    sku,
    quantity,
    max,
    isPending: add.isPending,
    problem: add.error
      ? addToCartMessage(add.error)
      : missing && t("product.chooseOption", { option: missing.name }),
    chooseSku: (next: SkuDetails) => {
      add.reset();
      setSkuId(next.skuId);
    },
    setQuantity: (next: number | null) => {
      setIsQuantityInvalid(next === null);
      if (next !== null) setChosenQuantity(next);
    },
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (add.isPending) return;
      const form = event.currentTarget;
      if (isQuantityInvalid) focusFirstInvalid(form);
      else if (sku) {
        const onSuccess = () => {
          onClose();
          onAdded();
        };
        const line = lineOfSku(product, sku);
        add.mutate({ skuId: sku.skuId, quantity, line }, { onSuccess });
      } else {
        setIsSubmitted(true);
        form.querySelector<HTMLInputElement>("fieldset input")?.focus();
      }
    },
  };
}

function Choice(props: ChoiceProps) {
  const { product, card } = props;
  const quickAdd = useQuickAdd(props);
  const { sku, problem } = quickAdd;
  const link = productLink(card.slug) + (sku ? `?sku=${sku.skuId}` : "");
  return (
    // A form of its own: the radio buttons of a product page below have the same names.
    <form className={styles["form"]} onSubmit={quickAdd.submit} noValidate>
      <div className={styles["top"]}>
        <Picture
          picture={pictureOf(product, card, sku)}
          alt=""
          sizes="160px"
          className={styles["picture"]}
        />
        <div className={styles["text"]}>
          <Prices product={product} sku={sku} />
          <Link className={styles["details"]} to={link} replace>
            {t("product.seeAll")}
          </Link>
        </div>
      </div>
      <OptionPickers product={product} sku={sku} onChoose={quickAdd.chooseSku} showsPrices />
      {problem !== undefined && (
        <p className={styles["problem"]} role="alert">
          {problem}
        </p>
      )}
      <Buy quickAdd={quickAdd} canBuy={(sku ?? product).inStock} link={link} />
    </form>
  );
}

interface BuyProps {
  quickAdd: ReturnType<typeof useQuickAdd>;
  canBuy: boolean;
  /** The product's page, where an alert can be set. */
  link: string;
}

/** Quantity and button; for a product that is sold out, a link to its stock alert. */
function Buy({ quickAdd, canBuy, link }: BuyProps) {
  const { sku, quantity, max, setQuantity, isPending } = quickAdd;
  return (
    <div className={styles["buy"]}>
      <Quantity
        key={sku?.skuId}
        value={quantity}
        max={max}
        disabled={!canBuy}
        onChange={setQuantity}
      />
      {canBuy ? (
        <Button type="submit" fullWidth busy={isPending}>
          {t("cart.add")}
        </Button>
      ) : (
        <Link className={buttonClass("secondary", true)} to={link} replace>
          {t("alerts.stock")}
        </Link>
      )}
    </div>
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
  return sku.images[0] ?? imagesForChoice(images, toChoice(sku.options))[0] ?? card.image;
}
