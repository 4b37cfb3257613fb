import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../../api/errors";
import { t } from "../../../messages/t";
import { Money } from "../../../ui/Money";
import { Panel } from "../../../ui/Panel";
import { SkeletonRows } from "../../../ui/Skeletons";
import { Status } from "../../../ui/Status";
import styles from "../promotions.module.css";
import { type PreviewRow, type SalePreview, salePreviewQuery } from "../queries";
import type { SaleForm } from "./saleForm";

/** What products would cost, computed by the server before the sale is saved. */
export function PreviewPanel({ form, saleId }: { form: SaleForm; saleId: number | null }) {
  const now =
    form.percent === null || form.products.length === 0
      ? null
      : {
          id: saleId,
          percent: form.percent,
          startsAt: form.startsAt,
          endsAt: form.endsAt,
          products: form.products.map(({ slug }) => slug),
        };
  const [body] = useDebouncedValue(now, 400);
  const query = useQuery(salePreviewQuery(body));
  const isCurrent = !query.isPlaceholderData && JSON.stringify(body) === JSON.stringify(now);
  const preview = now === null ? null : query.data;
  return (
    <Panel title={t("promotions.preview")}>
      <div aria-live="polite" className={isCurrent ? undefined : styles.pending}>
        {query.error ? <p className="small bad">{errorMessage(query.error)}</p> : null}
        {now === null ? <p className="quiet">{t("promotions.previewEmpty")}</p> : null}
        {now !== null && query.isPending ? <SkeletonRows rows={4} /> : null}
        {preview && !query.error ? <Result preview={preview} /> : null}
      </div>
    </Panel>
  );
}

function Result({ preview }: { preview: SalePreview }) {
  const { products, belowCost, inAnotherSale, notAnnounced, rows } = preview;
  return (
    <>
      <p className="small">
        {[
          t("promotions.productCount", { count: products }),
          belowCost > 0 && t("promotions.belowCostCount", { count: belowCost }),
          inAnotherSale > 0 && t("promotions.inOtherCount", { count: inAnotherSale }),
          notAnnounced > 0 && t("promotions.notAnnouncedCount", { count: notAnnounced }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {preview.priorPriceRule ? <p className="small quiet">{t("promotions.priorRule")}</p> : null}
      <div className={styles.scroll} role="group" aria-label={t("promotions.preview")} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("promotions.product")}</th>
              <th scope="col" className={styles.figure}>
                {t("promotions.priceNow")}
              </th>
              <th scope="col" className={styles.figure}>
                {t("promotions.priceInSale")}
              </th>
              <th scope="col" className={styles.figure}>
                {t("promotions.lowest")}
              </th>
              <th scope="col" className={styles.figure}>
                {t("promotions.margin")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.slug} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {products > rows.length ? (
        <p className="quiet small">{t("promotions.andMore", { count: products - rows.length })}</p>
      ) : null}
    </>
  );
}

function Row({ row }: { row: PreviewRow }) {
  return (
    <tr>
      <th scope="row">
        {row.title}
        {row.warnings.map((warning) => (
          <div key={warning}>
            <Status
              shape="late"
              tone={warning === "below_cost" ? "bad" : "wait"}
              text={warningText(warning, row)}
            />
          </div>
        ))}
      </th>
      <td className={styles.figure}>
        <Money value={row.priceNow} />
      </td>
      <td className={styles.figure}>
        {row.priceVaries ? `${t("promotions.from")} ` : null}
        <Money value={row.salePrice} />
      </td>
      <td className={styles.figure}>
        <Money value={row.lowestPrice} />
      </td>
      <td className={styles.figure}>
        {row.marginPercent === null ? "" : `${String(row.marginPercent).replace("-", "−")}%`}
      </td>
    </tr>
  );
}

function warningText(warning: PreviewRow["warnings"][number], row: PreviewRow): string {
  switch (warning) {
    case "below_cost":
      return t("promotions.belowCost");
    case "no_reduction":
      return t("promotions.noReduction");
    case "not_announced":
      return t("promotions.notAnnounced");
    case "another_sale":
      return t(row.otherSaleWins ? "promotions.otherWins" : "promotions.thisWins", {
        sale: row.otherSale ?? "",
      });
  }
}
