import type { Card, ProductDetails } from "@/api/types";
import { Price } from "@/ui/Price/Price";

type Priced = Pick<Card | ProductDetails, "price" | "compareAtPrice" | "priceVaries">;

/** The price of a product without a chosen SKU: "From …" when prices vary, else with the former price. */
export function CardPrice({ card: { price, compareAtPrice, priceVaries } }: { card: Priced }) {
  return <Price now={price} before={priceVaries ? null : compareAtPrice} from={priceVaries} />;
}
