import { Link } from "react-router";
import { t } from "../../../messages/t";
import { Panel } from "../../../ui/Panel";
import type { SizeGuideDetails } from "./queries";

/** The categories whose products link to a size guide, and the way to choose others. */
export function GuideCategories({ categories }: Pick<SizeGuideDetails, "categories">) {
  return (
    <Panel title={t("sizeGuides.categories")}>
      {categories.length === 0 ? (
        <p className="small">{t("sizeGuides.noCategories")}</p>
      ) : (
        <p>{categories.map(({ title }) => title).join(", ")}</p>
      )}
      <p className="small quiet">{t("sizeGuides.chooseInCategory")}</p>
      <Link className="link" to="/storefront/categories">
        {t("sizeGuides.openCategories")}
      </Link>
    </Panel>
  );
}
