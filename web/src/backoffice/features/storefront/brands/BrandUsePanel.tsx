import { Link } from "react-router";
import { t } from "../../../messages/t";
import { Panel, Stack } from "../../../ui/Panel";
import type { BrandDetails } from "./queries";

/** What uses a brand: products, rules of collections, and discounts. */
export function BrandUsePanel({ details }: { details: BrandDetails }) {
  const { id, products, collections, discounts } = details;
  const isUnused = products + collections.length + discounts.length === 0;
  return (
    <Panel title={t("brands.use")}>
      <Stack>
        {isUnused ? <p className="small quiet">{t("brands.unused")}</p> : null}
        {products > 0 ? (
          <p>
            {t("brands.inProducts", { count: products })}{" "}
            <Link className="link" to={`/products?brand=${id}`}>
              {t("brands.showProducts")}
            </Link>
          </p>
        ) : null}
        {collections.map((one) => (
          <Link key={one.id} className="link" to={`/storefront/collections/${one.id}`}>
            {t("brands.inCollection", { title: one.title })}
          </Link>
        ))}
        {discounts.map((one) => (
          <Link key={one.id} className="link" to={`/discounts/${one.id}`}>
            {t("brands.inDiscount", { title: one.title })}
          </Link>
        ))}
      </Stack>
    </Panel>
  );
}
