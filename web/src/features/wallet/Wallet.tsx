import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { api, unwrap } from "@/api/client";
import { messageAt } from "@/api/errors";
import { lookUp } from "@/api/lookUp";
import { createIdempotencyKey } from "@/api/idempotencyKey";
import type { TopupLimits, WalletTransaction } from "@/api/types";
import { date } from "@/format/date";
import { exact } from "@/format/money";
import { t, tEnum } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { showToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { TextField } from "@/ui/Form/TextField";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { readPage } from "@/ui/Pagination/readPage";
import { Pagination } from "@/ui/Pagination/Pagination";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { walletKey, walletQuery } from "./queries";
import styles from "./Wallet.module.css";

interface Props {
  /** Status of top-ups. */
  topupStatus: ReactNode;
  /** Adds money by online payment. */
  addMoney: (limits: TopupLimits) => ReactNode;
}

/** The customer's balance, forms to add to it, and the statement. */
export function Wallet({ topupStatus, addMoney }: Props) {
  const visitor = useAppState(visitorOf);
  const [parameters] = useSearchParams();
  const page = readPage(parameters);
  const { data: wallet, error, refetch } = useQuery(walletQuery(visitor, page));
  if (!wallet) {
    return error ? (
      <ErrorAlert error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton height="360px" />
    );
  }
  const { transactions, expiring, topups } = wallet;
  return (
    <div className={styles["wallet"]}>
      {topupStatus}
      <div className={styles["top"]}>
        <section className={styles["balance"]} aria-labelledby="balance">
          <h2 id="balance">{t("wallet.balance")}</h2>
          <p className={styles["sum"]}>{exact(wallet.balance)}</p>
          {expiring.map(({ amount, expiresAt }) => (
            <p key={expiresAt} className={styles["quiet"]}>
              {t("wallet.expires", { amount: exact(amount), date: date(expiresAt) })}
            </p>
          ))}
        </section>
        <div className={styles["forms"]}>
          {topups !== null && addMoney(topups)}
          <Redeem visitor={visitor} initialCode={parameters.get("code") ?? ""} />
        </div>
      </div>
      <section aria-labelledby="statement">
        <h2 id="statement">{t("wallet.statement")}</h2>
        {transactions.items.length === 0 ? (
          <Alert
            level={3}
            icon="wallet"
            title={t("wallet.emptyTitle")}
            text={t("wallet.emptyText")}
          />
        ) : (
          <ul className={styles["statement"]}>
            {transactions.items.map((transaction) => (
              <TransactionRow key={transaction.id} transaction={transaction} />
            ))}
          </ul>
        )}
        <Pagination
          page={transactions.page}
          pageSize={transactions.pageSize}
          total={transactions.total}
          linkTo={(number) => `?page=${number}`}
        />
      </section>
    </div>
  );
}

const SIGNS = { add: "+", sub: "−" } as const;

function TransactionRow({ transaction }: { transaction: WalletTransaction }) {
  const { type, amount, orderId, reason } = transaction;
  return (
    <li className={styles["transaction"]}>
      <div>
        <p>{tEnum("wallet.reason", reason, "wallet.reasonOther")}</p>
        <p className={styles["quiet"]}>
          {date(transaction.time)}
          {orderId !== null && (
            <>
              {" · "}
              <Link to={`/order-detail/${encodeURIComponent(orderId)}`}>
                {t("wallet.ofOrder", { orderId })}
              </Link>
            </>
          )}
        </p>
      </div>
      <div className={styles["amounts"]}>
        <p data-type={type}>
          {lookUp(SIGNS, type, "")}
          {exact(amount)}
        </p>
        <p className={styles["quiet"]}>
          {t("wallet.after", { balance: exact(transaction.balanceAfter) })}
        </p>
      </div>
    </li>
  );
}

function Redeem({ visitor, initialCode }: { visitor: string; initialCode: string }) {
  const queryClient = useQueryClient();
  const [code, setCode] = useState(initialCode);
  const [problem, setProblem] = useState<string>();
  // One idempotency key per code: a second click redeems it only once.
  const [key, setKey] = useState(createIdempotencyKey);
  const redeem = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/wallet/redeem", {
          headers: { "Idempotency-Key": key },
          body: { code: code.trim() },
        }),
      ),
    onSuccess: async () => {
      setCode("");
      setKey(createIdempotencyKey());
      showToast(t("wallet.redeemed"));
      await queryClient.invalidateQueries({ queryKey: walletKey(visitor) });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (redeem.isPending) return;
    const found = validateField(FIELDS.giftCode, code);
    setProblem(found);
    if (found === undefined) redeem.mutate();
  };
  return (
    <form className={styles["redeem"]} onSubmit={submit} noValidate>
      <TextField
        label={t("wallet.redeem")}
        hint={t("wallet.redeemText")}
        autoComplete="off"
        autoCapitalize="characters"
        field={FIELDS.giftCode}
        value={code}
        error={problem ?? (redeem.error ? messageAt("code", redeem.error) : undefined)}
        onChange={(text) => {
          setCode(text);
          setProblem(undefined);
          if (redeem.isError) redeem.reset();
        }}
      />
      <Button type="submit" variant="secondary" busy={redeem.isPending}>
        {t("checkout.apply")}
      </Button>
    </form>
  );
}
