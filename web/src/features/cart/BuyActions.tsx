import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { between, integer, type Rule } from "@/ui/Form/rules";
import { Price } from "@/ui/Price/Price";
import { Quantity } from "@/ui/Quantity/Quantity";
import styles from "./BuyActions.module.css";
import { buyNowLink } from "./buyNow";
import { useAddToCart } from "./changes";
import { openCartDrawer } from "./drawer";

interface Props {
  product: ProductDetails;
  /** What is chosen; where nothing is yet, buying asks for it by `onUnchosen`. */
  sku: SkuDetails | undefined;
  onUnchosen: () => void;
  quantity: number;
  /** How many can be had now. */
  most: number;
  /** How many one order may hold. */
  limit: number;
  onQuantity: (quantity: number) => void;
  /** Beside "Buy now": wishing, sharing. */
  beside: ReactNode;
}

/** How many, into the cart or straight to checkout; on a phone also in a bar that stays. */
export function BuyActions({
  product,
  sku,
  onUnchosen,
  quantity,
  most,
  limit,
  onQuantity,
  beside,
}: Props) {
  const navigate = useNavigate();
  const add = useAddToCart();
  const row = useRef<HTMLDivElement>(null);
  const inView = useInView(row);
  const { inStock: canBuy, price, compareAtPrice } = sku ?? product;
  // What is typed in the field is no quantity.
  const [broken, setBroken] = useState(false);

  const addToCart = () => {
    if (!sku) onUnchosen();
    else if (broken) focusFirstProblem(row.current);
    else add.mutate({ skuId: sku.skuId, quantity }, { onSuccess: openCartDrawer });
  };
  const addButton = (wide: boolean) => (
    <Button wide={wide} busy={add.isPending} disabled={!canBuy} onClick={addToCart}>
      {canBuy ? t("cart.add") : t("product.soldOut")}
    </Button>
  );
  return (
    <div className={styles["actions"]}>
      <div ref={row} className={styles["row"]}>
        <Quantity
          key={sku?.skuId}
          value={quantity}
          max={most}
          rules={[integer, between(1, limit), inStock(most)]}
          disabled={!canBuy}
          onChange={(next) => {
            setBroken(next === null);
            if (next !== null) onQuantity(next);
          }}
        />
        {addButton(true)}
      </div>
      <div className={styles["row"]}>
        <Button
          look="plain"
          wide
          disabled={!canBuy}
          onClick={() => {
            if (!sku) onUnchosen();
            else if (broken) focusFirstProblem(row.current);
            else void navigate(buyNowLink(sku.skuId, quantity));
          }}
        >
          {t("cart.buyNow")}
        </Button>
        {beside}
      </div>
      {!inView && (
        <div className={styles["bar"]} data-buy-bar>
          <Price now={price} before={compareAtPrice} from={!sku && product.priceVaries} />
          {addButton(false)}
        </div>
      )}
    </div>
  );
}

/** Says of more than there is what the cart would say. */
const inStock =
  (most: number): Rule =>
  (typed) =>
    Number(typed) > most ? t("cart.quantityUnavailable") : null;

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
