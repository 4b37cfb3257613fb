import type { UseQueryResult } from "@tanstack/react-query";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { Status } from "../../ui/Status";
import type { CurrencyPreview } from "./queries";
import styles from "./Settings.module.css";

interface Props {
  query: UseQueryResult<CurrencyPreview>;
  /** The last result there was. */
  preview: CurrencyPreview | undefined;
  /** Whether the result belongs to what the form shows. */
  isCurrent: boolean;
}

/** What the settings on the page make of the shop's own prices, computed by the server. */
export function PricePreview({ query, preview, isCurrent }: Props) {
  const { error, isPending } = query;
  const isInvalid = Object.keys(fieldErrors(error)).length > 0;
  return (
    <Panel title={t("currency.preview")}>
      <div
        aria-live="polite"
        aria-busy={!isCurrent && !error}
        className={isCurrent ? undefined : styles.pending}
      >
        {isPending && !preview ? <SkeletonRows rows={4} /> : null}
        {error && !isInvalid ? (
          <ErrorPanel plain error={error} onRetry={() => void query.refetch()} />
        ) : null}
        {preview ? <Result preview={preview} /> : null}
      </div>
    </Panel>
  );
}

function Result({ preview }: { preview: CurrencyPreview }) {
  if (preview.examples.length === 0) return <p className="quiet">{t("currency.noProducts")}</p>;
  return (
    <>
      <p className="small quiet">{t("currency.previewHelp")}</p>
      <div className={styles.scroll} role="group" aria-label={t("currency.preview")} tabIndex={0}>
        <table className={styles.prices}>
          <thead>
            <tr>
              <th scope="col">{t("currency.product")}</th>
              <th scope="col">{t("currency.full")}</th>
              <th scope="col">{t("currency.percent")}</th>
              <th scope="col">{t("currency.exactPrice")}</th>
              <th scope="col">{t("currency.rounded")}</th>
            </tr>
          </thead>
          <tbody>
            {preview.examples.map((one, index) => (
              <Row key={index} example={one} />
            ))}
          </tbody>
        </table>
      </div>
      <Effects preview={preview} />
    </>
  );
}

function Row({ example }: { example: CurrencyPreview["examples"][number] }) {
  return (
    <tr>
      <th scope="row">
        {example.title}
        {example.isInSale ? <div className="tiny quiet">{t("currency.inSale")}</div> : null}
      </th>
      <td>
        <Money value={example.price} />
      </td>
      <td>{t("currency.off", { percent: example.percent })}</td>
      <td>
        <Money value={example.exactPrice} />
      </td>
      <td className="strong">
        <Money value={example.roundedPrice} />
      </td>
    </tr>
  );
}

/** What saving does to the prices of running sales. */
function Effects({
  preview: { changedProducts, raisedProducts, priorPriceRule },
}: {
  preview: CurrencyPreview;
}) {
  if (changedProducts === 0) return null;
  return (
    <>
      <p className="small">
        {t("currency.changed", { count: changedProducts })}
        {raisedProducts > 0 ? ` ${t("currency.raised", { count: raisedProducts })}` : null}
      </p>
      {raisedProducts > 0 && priorPriceRule ? (
        <Status shape="late" tone="wait" text={t("currency.raisedRule")} />
      ) : null}
    </>
  );
}
