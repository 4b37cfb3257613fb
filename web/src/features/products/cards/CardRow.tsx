import type { ReactNode } from "react";
import type { Card } from "@/api/types";
import { Carousel } from "@/ui/Carousel/Carousel";
import { Section } from "@/ui/Section/Section";
import { CARD_SIZES } from "./CardGrid";
import { ProductCard } from "./ProductCard";

interface Props {
  title: string;
  cards: readonly Card[];
  link?: { to: string; text: string };
  /** A button beside the title. */
  action?: ReactNode;
  /** Whether the row is at the top of the page, so that its first pictures load eagerly. */
  first?: boolean;
}

/** A carousel of product cards under a heading. Renders nothing when there are no cards. */
export function CardRow({ title, cards, link, action, first = false }: Props) {
  if (cards.length === 0) return null;
  return (
    <Section title={title} link={link} action={action}>
      <Carousel label={title}>
        {cards.map((card, index) => (
          <ProductCard
            key={card.skuId ?? card.slug}
            card={card}
            sizes={CARD_SIZES.row}
            place={first ? index : undefined}
          />
        ))}
      </Carousel>
    </Section>
  );
}
