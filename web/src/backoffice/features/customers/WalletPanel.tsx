import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { t, tEnum } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Money } from "../../ui/Money";
import { Facts, Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { When } from "../../ui/When";
import { type WalletEntry, walletQuery } from "./queries";
import styles from "./records.module.css";

/** The balance and the statement of a wallet. */
export function WalletPanel({ customerId }: { customerId: number }) {
  const [cursor, setCursor] = useState<string | null>(null);
  const query = useQuery(walletQuery(customerId, cursor));
  const wallet = query.data;
  return (
    <Panel title={t("customers.wallet")} flush>
      {query.error ? (
        <ErrorPanel plain error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <SkeletonRows rows={3} /> : null}
      {wallet ? (
        <>
          <div className={styles.balance}>
            <Facts
              facts={[
                ...wallet.expiring.map((one) => ({
                  label: (
                    <>
                      {t("customers.expires")} <When at={one.expiresAt} as="day" />
                    </>
                  ),
                  value: <Money value={one.amount} />,
                })),
                {
                  label: t("customers.balance"),
                  value: <Money value={wallet.balance} />,
                  strong: true,
                },
              ]}
            />
          </div>
          {wallet.entries.items.length === 0 ? (
            <p className={styles.empty}>{t("customers.noEntries")}</p>
          ) : null}
          <ul className={styles.rows}>
            {wallet.entries.items.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </ul>
          <Pages
            newer={wallet.entries.previousCursor}
            older={wallet.entries.nextCursor}
            onCursor={setCursor}
          />
        </>
      ) : null}
    </Panel>
  );
}

function EntryRow({ entry }: { entry: WalletEntry }) {
  return (
    <li>
      <span className={styles.grow}>
        {tEnum("customers.walletReason", entry.reason)}
        {entry.orderId ? (
          <>
            {" "}
            <Link to={`/orders/${entry.orderId}`} className="link">
              {entry.orderId}
            </Link>
          </>
        ) : null}
      </span>
      <span className="quiet">
        <When at={entry.time} as="day" />
      </span>
      <span className={styles.figure}>
        <Money value={entry.amount} />
      </span>
      {entry.note ? (
        <p className={`${styles.wide ?? ""} small quiet`}>
          {t("customers.entryNote", { note: entry.note, operator: entry.operator ?? "" })}
        </p>
      ) : null}
    </li>
  );
}

interface PagesProps {
  newer: string | null;
  older: string | null;
  onCursor: (cursor: string) => void;
}

function Pages({ newer, older, onCursor }: PagesProps) {
  if (newer === null && older === null) return null;
  return (
    <div className={styles.pages}>
      <Button disabled={newer === null} onClick={() => newer !== null && onCursor(newer)}>
        {t("customers.newer")}
      </Button>
      <Button disabled={older === null} onClick={() => older !== null && onCursor(older)}>
        {t("customers.older")}
      </Button>
    </div>
  );
}
