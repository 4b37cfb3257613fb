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
  /** Stands beside the title, as a button. */
  action?: ReactNode;
  /** At the top of the page: the pictures in view are what a visit waits for. */
  first?: boolean;
}

const IN_VIEW = 4;

/** Cards in a row that swipes, under a heading; nothing where there are none. */
export function CardRow({ title, cards, link, action, first = false }: Props) {
  if (cards.length === 0) return null;
  return (
    <Section title={title} link={link} action={action}>
      <Carousel label={title}>
        {cards.map((card, index) => (
          <ProductCard
            key={card.skuId ?? card.slug}
            card={card}
            sizes={CARD_SIZES[4]}
            first={first && index < IN_VIEW}
          />
        ))}
      </Carousel>
    </Section>
  );
}
