import { createContext, type ReactNode } from "react";
import type { Card } from "@/api/types";

// Features that products must not import fill these slots: the app provides their content.

/** Renders the corner of a card's picture, e.g. the wishlist button. */
export const CardCorner = createContext<(card: Card) => ReactNode>(() => null);

/** Renders the foot of a card's picture, e.g. "Add to cart". */
export const CardFoot = createContext<(card: Card) => ReactNode>(() => null);
