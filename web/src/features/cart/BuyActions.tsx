import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { SkuDetails } from "@/api/types";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Price } from "@/ui/Price/Price";
import { Quantity } from "@/ui/Quantity/Quantity";
import styles from "./BuyActions.module.css";
import { buyNowLink } from "./buyNow";
import { useAddToCart } from "./changes";
import { openCartDrawer } from "./drawer";

interface Props {
  sku: SkuDetails | undefined;
  quantity: number;
  most: number;
  onQuantity: (quantity: number) => void;
  /** Beside "Buy now": wishing, sharing. */
  beside: ReactNode;
}

/** How many, into the cart or straight to checkout; on a phone also in a bar that stays. */
export function BuyActions({ sku, quantity, most, onQuantity, beside }: Props) {
  const navigate = useNavigate();
  const add = useAddToCart();
  const row = useRef<HTMLDivElement>(null);
  const inView = useInView(row);
  const canBuy = sku?.inStock === true;

  const addToCart = () => {
    if (sku) add.mutate({ skuId: sku.skuId, quantity }, { onSuccess: openCartDrawer });
  };
  const addButton = (wide: boolean) => (
    <Button wide={wide} busy={add.isPending} disabled={!canBuy} onClick={addToCart}>
      {canBuy || !sku ? t("cart.add") : t("product.soldOut")}
    </Button>
  );
  return (
    <div className={styles["actions"]}>
      <div ref={row} className={styles["row"]}>
        <Quantity value={quantity} max={most} disabled={!canBuy} onChange={onQuantity} />
        {addButton(true)}
      </div>
      <div className={styles["row"]}>
        <Button
          look="plain"
          wide
          disabled={!canBuy}
          onClick={() => {
            if (sku) void navigate(buyNowLink(sku.skuId, quantity));
          }}
        >
          {t("cart.buyNow")}
        </Button>
        {beside}
      </div>
      {sku && !inView && (
        <div className={styles["bar"]} data-buy-bar>
          <Price now={sku.price} before={sku.compareAtPrice} />
          {addButton(false)}
        </div>
      )}
    </div>
  );
}

/** Whether an element is on the screen; taken for granted until the browser says otherwise. */
function useInView(element: React.RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setInView(entry.isIntersecting);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return inView;
}
