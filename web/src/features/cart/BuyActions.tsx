import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { productQuery } from "@/features/products/queries";
import { t } from "@/messages/t";
import { useOnline } from "@/state/online";
import { Button } from "@/ui/Button/Button";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { between, integer, type Rule } from "@/ui/Form/rules";
import { useShownFirst } from "@/ui/lazy/useShownFirst";
import { Price } from "@/ui/Price/Price";
import { cx } from "@/ui/cx";
import { Quantity } from "@/ui/Quantity/Quantity";
import styles from "./BuyActions.module.css";
import { buyNowLink } from "./buyNow";
import { useAddToCart } from "./changes";
import { closeCartDrawer, openCartDrawer, useCartDrawer } from "./drawer";
import { lineOfSku } from "./pendingAdditions";

interface Props {
  product: ProductDetails;
  /** Whether the product is known from its card only: adding then waits for its details. */
  pending: boolean;
  /** The chosen SKU; without one the buttons call `onUnchosen`. */
  sku: SkuDetails | undefined;
  onUnchosen: () => void;
  quantity: number;
  /** Units that can be bought now. */
  most: number;
  /** Units that one order can have. */
  limit: number;
  onQuantity: (quantity: number) => void;
  /** Beside "Buy now": wishlist, sharing. */
  beside: ReactNode;
}

/** Quantity, "Add to cart" and "Buy now"; on phones also a bar while those are scrolled away. */
export function BuyActions({ product, sku, onUnchosen, quantity, beside, ...quantities }: Props) {
  const { most, limit, onQuantity } = quantities;
  const navigate = useNavigate();
  const add = useOpeningAdd(quantities.pending);
  const online = useOnline();
  const row = useRef<HTMLDivElement>(null);
  const { inStock: canBuy } = sku ?? product;
  const [isInvalid, setIsInvalid] = useState(false);
  const buy = (run: (chosen: SkuDetails) => void) => () => {
    if (!sku) onUnchosen();
    else if (isInvalid) focusFirstInvalid(row.current);
    else run(sku);
  };
  const [adding, addToCart] = useShownFirst(add.isPending, () => {
    if (sku) add.run(product, sku, quantity);
  });
  const buyNow = buy(({ skuId }) => void navigate(buyNowLink(skuId, quantity)));
  const busy = add.isPending ? add.isOpen : adding;
  const addButton = { canBuy, busy, onClick: buy(() => addToCart(true)) };
  return (
    <div className={cx(styles["actions"], "needs-script")}>
      <div ref={row} className={styles["row"]}>
        <Quantity
          key={sku?.skuId}
          value={quantity}
          max={most}
          rules={[integer, between(1, limit), inStock(most)]}
          disabled={!canBuy}
          onChange={(next) => {
            setIsInvalid(next === null);
            if (next !== null) onQuantity(next);
          }}
        />
        <AddButton {...addButton} wide />
      </div>
      <div className={styles["row"]}>
        <Button variant="secondary" fullWidth disabled={!canBuy || !online} onClick={buyNow}>
          {t("cart.buyNow")}
        </Button>
        {beside}
      </div>
      {!online && <p className={styles["offline"]}>{t("cart.needsConnection")}</p>}
      <StickyBar row={row} product={product} sku={sku}>
        <AddButton {...addButton} />
      </StickyBar>
    </div>
  );
}

/**
 * Adds a SKU and opens the cart; closes it again if that fails. A shopper who has closed the cart may add
 * more before the server has answered; the second press of a double click, as the cart opens, adds nothing.
 */
function useOpeningAdd(pending: boolean) {
  const queryClient = useQueryClient();
  const isOpen = useCartDrawer(({ open }) => open);
  const { mutate, isPending } = useAddToCart();
  const run = (product: ProductDetails, sku: SkuDetails, quantity: number) => {
    const addition = { skuId: sku.skuId, quantity, line: lineOfSku(product, sku) };
    const ready = pending ? { ready: queryClient.query(productQuery(product.slug)) } : {};
    mutate({ ...addition, ...ready }, { onError: closeCartDrawer });
    openCartDrawer();
  };
  return { run, isPending, isOpen };
}

interface AddButtonProps {
  canBuy: boolean;
  busy: boolean;
  wide?: boolean;
  onClick: () => void;
}

function AddButton({ canBuy, busy, wide = false, onClick }: AddButtonProps) {
  return (
    <Button
      fullWidth={wide}
      busy={busy}
      disabled={!canBuy}
      data-preload={canBuy ? "cart" : undefined}
      onClick={onClick}
    >
      {canBuy ? t("cart.add") : t("product.soldOut")}
    </Button>
  );
}

interface StickyBarProps extends Pick<Props, "product" | "sku"> {
  row: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Price and button at the edge of a phone's screen, while `row` is not visible. */
function StickyBar({ row, product, sku, children }: StickyBarProps) {
  const isRowVisible = useIsVisible(row);
  const { price, compareAtPrice } = sku ?? product;
  if (isRowVisible) return null;
  return (
    <div className={styles["bar"]}>
      <Price now={price} before={compareAtPrice} from={!sku && product.priceVaries} />
      {children}
    </div>
  );
}

/** More than the stock gets the message that the cart would show. */
const inStock =
  (most: number): Rule =>
  (typed) =>
    Number(typed) > most ? t("cart.quantityUnavailable") : null;

/** Whether an element is on the screen; true until the browser reports otherwise. */
function useIsVisible(element: RefObject<HTMLElement | null>): boolean {
  const [isVisible, setIsVisible] = useState(true);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsVisible(entry.isIntersecting);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isVisible;
}
