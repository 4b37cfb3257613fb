import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Panel } from "../../../ui/Panel";
import { SkeletonRows } from "../../../ui/Skeletons";
import { countText } from "../../../ui/table/count";
import { type Draft, ruleOf } from "./draft";
import { ProductLine } from "./ProductLine";
import styles from "./collections.module.css";
import { type Preview, previewQuery } from "./queries";

const PAUSE_MS = 300;

/** The products that the rule being edited matches now, computed by the server. */
export function RulePreview({ draft }: { draft: Draft }) {
  const [text] = useDebouncedValue(JSON.stringify(ruleOf(draft)), PAUSE_MS);
  const rule = JSON.parse(text) as ReturnType<typeof ruleOf>;
  const query = useQuery(previewQuery(rule));
  return (
    <Panel title={t("storefront.productList")}>
      {rule === null ? (
        <p className="quiet">{t("storefront.incomplete")}</p>
      ) : (
        <>
          <ErrorNote error={query.error} />
          {query.isPending ? <SkeletonRows rows={4} /> : null}
          {query.data ? <Matches preview={query.data} /> : null}
        </>
      )}
    </Panel>
  );
}

function Matches({ preview }: { preview: Preview }) {
  const { count, products } = preview;
  if (products.length === 0) return <p className="quiet">{t("storefront.noMatch")}</p>;
  return (
    <>
      <p role="status">
        {t("storefront.matching", { count: count.value, shown: countText(count) })}
        {count.value > products.length ? (
          <>
            {" "}
            <span className="quiet">{t("storefront.firstOf", { count: products.length })}</span>
          </>
        ) : null}
      </p>
      <ul className={styles.products} aria-label={t("storefront.productList")}>
        {products.map((product) => (
          <li key={product.id}>
            <ProductLine product={product} />
          </li>
        ))}
      </ul>
    </>
  );
}
