import type { HomeHighlights } from "@/api/types";
import { t } from "@/messages/t";
import { CardRow } from "@/features/products/cards/CardRow";
import { CategoryTiles } from "./CategoryTiles";

/** The home page of a shop whose operator has not arranged it. Rows without products are left out. */
export function Highlights({ highlights }: { highlights: HomeHighlights }) {
  const { newest, popular, reduced, categories } = highlights;
  const viewAll = (to: string) => ({ to, text: t("action.viewAll") });
  return (
    <>
      <CardRow title={t("home.newest")} cards={newest.products} link={viewAll(newest.link)} first />
      {categories.length > 0 && <CategoryTiles categories={categories} />}
      <CardRow title={t("home.popular")} cards={popular.products} link={viewAll(popular.link)} />
      <CardRow title={t("home.reduced")} cards={reduced.products} link={viewAll(reduced.link)} />
    </>
  );
}
