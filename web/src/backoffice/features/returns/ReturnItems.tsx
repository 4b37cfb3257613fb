import { t } from "../../messages/t";
import { Money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import type { Returned } from "./returnQuery";
import styles from "./returns.module.css";

type Line = Returned["lines"][number];

function options(values: Line["options"]): string {
  return values.map(({ value }) => value).join(" · ");
}

/** The returned items, with what the inspection found of each. */
export function ReturnItems({ returned }: { returned: Returned }) {
  const inspected = returned.inspectedAt !== null;
  return (
    <Panel title={t("returns.items")} flush>
      <ul className={styles.items}>
        {returned.lines.map((line) => (
          <li key={line.lineId}>
            <div className={styles.what}>
              <div className="strong">{line.title}</div>
              <div className="quiet small">
                {[options(line.options), line.sku].filter(Boolean).join(" · ")}
              </div>
              {line.exchangeSku === null ? null : (
                <div className="small">
                  {t("returns.exchangedFor", {
                    sku: options(line.exchangeOptions) || line.exchangeSku,
                  })}
                </div>
              )}
            </div>
            <dl className={styles.units}>
              <Figure label={t("returns.requested")} value={line.requested} />
              {inspected ? (
                <>
                  <Figure label={t("returns.accepted")} value={line.accepted ?? 0} />
                  <Figure label={t("returns.restocked")} value={line.restocked ?? 0} />
                </>
              ) : null}
            </dl>
            <div className={styles.amount}>
              <Money value={line.amount} />
            </div>
          </li>
        ))}
      </ul>
      <dl className={styles.totals}>
        {returned.shipping.amount > 0 ? (
          <div>
            <dt>{t("returns.delivery")}</dt>
            <dd>
              <Money value={returned.shipping} />
            </dd>
          </div>
        ) : null}
        <div className="strong">
          <dt>{t("returns.total")}</dt>
          <dd>
            <Money value={returned.amount} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="number">{value}</dd>
    </div>
  );
}
