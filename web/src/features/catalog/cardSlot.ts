import { createContext, type ReactNode } from "react";
import type { Card } from "@/api/types";

/** What stands in a card's corner. The wishlist comes after the catalogue, so the app brings it. */
export const CardCorner = createContext<(card: Card) => ReactNode>(() => null);

/** What stands at the foot of a card's picture, such as a way to buy. The cart's, so the app brings it. */
export const CardFoot = createContext<(card: Card) => ReactNode>(() => null);
