import type { HomeHighlights } from "@/api/types";
import { t } from "@/messages/t";
import { CardRow } from "../CardRow";
import { CategoryTiles } from "./CategoryTiles";

/** What a shop shows whose operator has not arranged the home page; what there is none of is left out. */
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
