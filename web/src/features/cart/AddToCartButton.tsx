import { Suspense, useState } from "react";
import type { Card } from "@/api/types";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import { useAddToCart } from "./changes";
import { lineOfCard } from "./pendingAdditions";

const QuickAddSheet = lazyRequired(async () => (await import("./QuickAddSheet")).QuickAddSheet);

interface Props {
  card: Pick<Card, "slug" | "title" | "skuId" | "image" | "price">;
  wide?: boolean;
  onAdded?: () => void;
}

/** Adds a card's SKU, or opens a sheet to choose one if the product has several. */
export function AddToCartButton({ card, wide = false, onAdded = () => undefined }: Props) {
  const { skuId, title } = card;
  const adding = useAddToCart();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        fullWidth={wide}
        busy={adding.isPending}
        aria-label={t(skuId === null ? "compare.chooseOptionsOf" : "compare.addOf", { title })}
        onClick={() =>
          skuId === null
            ? setChoosing(true)
            : adding.mutate({ skuId, quantity: 1, line: lineOfCard(card) }, { onSuccess: onAdded })
        }
      >
        {t(skuId === null ? "compare.chooseOptions" : "cart.add")}
      </Button>
      {choosing && (
        <Suspense>
          <QuickAddSheet card={card} onAdded={onAdded} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
