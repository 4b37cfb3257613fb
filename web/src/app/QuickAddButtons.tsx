import { useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { Card, SkuCard } from "@/api/types";
import { addPending, lineOfCard } from "@/features/cart/pendingAdditions";
import { CardFoot } from "@/features/products/cards/cardSlots";
import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import { Icon } from "@/ui/Icon/Icon";
import { lazyRequired, showLoadError } from "@/ui/lazy/lazyRequired";
import styles from "./QuickAddButtons.module.css";
import { cx } from "@/ui/cx";

const loadCart = () => import("@/features/cart/quickAdd");
const OptionsSheet = lazyRequired(async () => (await loadCart()).QuickAddSheet);

/** Adds "Add to cart" to all product cards below. Its code is loaded on the first click. */
export function QuickAddButtons({ children }: { children: ReactNode }) {
  return <CardFoot value={quickAdd}>{children}</CardFoot>;
}

// The page of a sold-out product offers a back-in-stock alert instead.
const quickAdd = (card: Card | SkuCard) => (card.inStock ? <QuickAdd card={card} /> : null);

function QuickAdd({ card }: { card: Card | SkuCard }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<"idle" | "adding" | "choosing">("idle");
  const { skuId, title } = card;
  const hasChoice = skuId === null || ("options" in card && card.options.length > 0);

  const showAdded = () => {
    showToast(t("cart.addedTitle", { title }), {
      label: t("cart.view"),
      run: () => void navigate("/cart"),
    });
  };
  const handleClick = async ({ detail }: MouseEvent) => {
    // Ignore the second click of a double click.
    if (state !== "idle" || detail > 1) return;
    if (hasChoice) {
      setState("choosing");
      return;
    }
    setState("adding");
    const hide = addPending({ skuId, quantity: 1, line: lineOfCard(card) });
    const cart = await loadCart().catch(showLoadError);
    if (await cart?.addOne(queryClient, skuId)) showAdded();
    hide();
    setState("idle");
  };
  return (
    <>
      <button
        type="button"
        className={cx(styles["add"], "needs-script")}
        aria-label={t("cart.addTitle", { title })}
        aria-haspopup={hasChoice ? "dialog" : undefined}
        data-preload="cart"
        aria-busy={state !== "idle" || undefined}
        onClick={(event) => void handleClick(event)}
      >
        <Icon name="cart" />
        <span>{t("cart.add")}</span>
      </button>
      {state === "choosing" && (
        <Suspense>
          <OptionsSheet card={card} onAdded={showAdded} onClose={() => setState("idle")} />
        </Suspense>
      )}
    </>
  );
}
