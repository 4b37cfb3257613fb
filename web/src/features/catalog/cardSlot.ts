import { createContext, type ReactNode } from "react";
import type { Card } from "@/api/types";

/** What stands in a card's corner. The wishlist comes after the catalogue, so the app brings it. */
export const CardCorner = createContext<(card: Card) => ReactNode>(() => null);
