import { useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { Card, SkuCard } from "@/api/types";
import { CardFoot } from "@/features/catalog/cardSlot";
import { t } from "@/messages/t";
import { tell } from "@/state/toasts";
import { Icon } from "@/ui/Icon/Icon";
import { lazyPart, tellPartMissing } from "@/ui/lazyPart";
import styles from "./QuickAdds.module.css";

const loadCart = () => import("@/features/cart/quickAdd");
const Choice = lazyPart(async () => (await loadCart()).QuickAddSheet);

/** Puts "Add to cart" on every product card below. What it does is fetched at the first press. */
export function QuickAdds({ children }: { children: ReactNode }) {
  return <CardFoot value={quickAdd}>{children}</CardFoot>;
}

// Sold out, there is nothing to add; the card leads to where the shopper can ask to be told.
const quickAdd = (card: Card | SkuCard) => (card.inStock ? <QuickAdd card={card} /> : null);

function QuickAdd({ card }: { card: Card | SkuCard }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<"idle" | "adding" | "choosing">("idle");
  const { skuId, title } = card;
  const hasChoice = skuId === null || ("options" in card && card.options.length > 0);

  const done = () => {
    tell(t("cart.addedTitle", { title }), {
      label: t("cart.view"),
      run: () => void navigate("/cart"),
    });
  };
  const press = async ({ detail }: MouseEvent) => {
    // The second click of a double click is not a second wish.
    if (state !== "idle" || detail > 1) return;
    if (hasChoice) {
      setState("choosing");
      return;
    }
    setState("adding");
    const cart = await loadCart().catch(tellPartMissing);
    if (await cart?.addOne(queryClient, skuId)) done();
    setState("idle");
  };
  return (
    <>
      <button
        type="button"
        className={styles["add"]}
        aria-label={t("cart.addTitle", { title })}
        aria-haspopup={hasChoice ? "dialog" : undefined}
        aria-busy={state !== "idle" || undefined}
        onClick={(event) => void press(event)}
      >
        <Icon name="cart" />
        <span>{t("cart.add")}</span>
      </button>
      {state === "choosing" && (
        <Suspense>
          <Choice card={card} onAdded={done} onClose={() => setState("idle")} />
        </Suspense>
      )}
    </>
  );
}
