import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Money } from "../../../ui/Money";
import { Panel } from "../../../ui/Panel";
import { SkeletonRows } from "../../../ui/Skeletons";
import { When } from "../../../ui/When";
import styles from "../promotions.module.css";
import { usesQuery } from "../queries";

/** The orders that used a code. */
export function UsesPanel({ codeId }: { codeId: number }) {
  const [cursor, setCursor] = useState<string | null>(null);
  const query = useQuery(usesQuery(codeId, cursor));
  const seesOrders = useOperator().can("orders.read");
  const page = query.data;
  return (
    <Panel title={t("promotions.uses")}>
      <ErrorNote error={query.error} />
      {query.isPending ? <SkeletonRows rows={3} /> : null}
      {page?.items.length === 0 ? <p className="quiet">{t("promotions.noUses")}</p> : null}
      <ul className={styles.lines}>
        {page?.items.map((use) => (
          <li key={use.orderId} className={styles.line}>
            <span className={styles.what}>
              {seesOrders ? (
                <Link className="link" to={`/orders/${use.orderId}`}>
                  {use.orderId}
                </Link>
              ) : (
                use.orderId
              )}
              <span className="quiet small">
                {" "}
                <When at={use.placedAt} />
                {use.givenBack ? ` · ${t("promotions.givenBack")}` : null}
              </span>
            </span>
            <span className={styles.amount}>
              <Money value={use.discount} negative />
              <div className="quiet small">
                {t("promotions.ofTotal")} <Money value={use.total} />
              </div>
            </span>
          </li>
        ))}
      </ul>
      {page && (page.previousCursor !== null || page.nextCursor !== null) ? (
        <Group mt="sm">
          <Button
            disabled={page.previousCursor === null}
            onClick={() => setCursor(page.previousCursor)}
          >
            {t("promotions.newer")}
          </Button>
          <Button disabled={page.nextCursor === null} onClick={() => setCursor(page.nextCursor)}>
            {t("promotions.older")}
          </Button>
        </Group>
      ) : null}
    </Panel>
  );
}
