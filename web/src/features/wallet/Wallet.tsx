import "@/messages/later/storeCredit";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { api, ask } from "@/api/client";
import { ApiError, sentenceOf } from "@/api/errors";
import { known } from "@/api/known";
import type { TopupLimits, WalletTransaction } from "@/api/types";
import { date } from "@/format/date";
import { exact } from "@/format/money";
import { t, tOf } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { tell } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { TextField } from "@/ui/Form/TextField";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { pageIn } from "@/ui/Pages/pageIn";
import { Pages } from "@/ui/Pages/Pages";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { walletKey, walletQuery } from "./queries";
import styles from "./Wallet.module.css";

interface Props {
  /** How top-ups stand that are under way. */
  news: ReactNode;
  /** Adds money by online payment. */
  addMoney: (limits: TopupLimits) => ReactNode;
}

/** The customer's balance, ways to top it up, and the statement. */
export function Wallet({ news, addMoney }: Props) {
  const visitor = useAppState(visitorOf);
  const [parameters] = useSearchParams();
  const page = pageIn(parameters);
  const { data: wallet, error, refetch } = useQuery(walletQuery(visitor, page));
  if (!wallet) {
    return error ? (
      <FailureNotice error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton height="360px" />
    );
  }
  const { transactions, expiring, topups } = wallet;
  return (
    <div className={styles["wallet"]}>
      {news}
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
        <div className={styles["ways"]}>
          {topups !== null && addMoney(topups)}
          <Redeem visitor={visitor} given={parameters.get("code") ?? ""} />
        </div>
      </div>
      <section aria-labelledby="statement">
        <h2 id="statement">{t("wallet.statement")}</h2>
        {transactions.items.length === 0 ? (
          <Notice
            level={3}
            icon="wallet"
            title={t("wallet.emptyTitle")}
            text={t("wallet.emptyText")}
          />
        ) : (
          <ul className={styles["statement"]}>
            {transactions.items.map((transaction) => (
              <Movement key={transaction.id} transaction={transaction} />
            ))}
          </ul>
        )}
        <Pages
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

function Movement({ transaction }: { transaction: WalletTransaction }) {
  const { type, amount, orderId, reason } = transaction;
  return (
    <li className={styles["movement"]}>
      <div>
        <p>{tOf("wallet.reason", reason, "wallet.reasonOther")}</p>
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
          {known(SIGNS, type, "")}
          {exact(amount)}
        </p>
        <p className={styles["quiet"]}>
          {t("wallet.after", { balance: exact(transaction.balanceAfter) })}
        </p>
      </div>
    </li>
  );
}

function Redeem({ visitor, given }: { visitor: string; given: string }) {
  const queryClient = useQueryClient();
  const [code, setCode] = useState(given);
  const [broken, setBroken] = useState<string>();
  // One key for one code: a second click tops up once.
  const [key, setKey] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join("-"));
  const redeem = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/wallet/redeem", {
          headers: { "Idempotency-Key": key },
          body: { code: code.trim() },
        }),
      ),
    onSuccess: async () => {
      setCode("");
      setKey(crypto.getRandomValues(new Uint32Array(4)).join("-"));
      tell(t("wallet.redeemed"));
      await queryClient.invalidateQueries({ queryKey: walletKey(visitor) });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (redeem.isPending) return;
    const found = problemIn(FIELDS.giftCode, code);
    setBroken(found);
    if (found === undefined) redeem.mutate();
  };
  const refused =
    redeem.error instanceof ApiError
      ? (redeem.error.fields["code"]?.[0] ?? redeem.error.message)
      : redeem.error
        ? sentenceOf(redeem.error)
        : undefined;
  return (
    <form className={styles["redeem"]} onSubmit={submit} noValidate>
      <TextField
        label={t("wallet.redeem")}
        hint={t("wallet.redeemText")}
        autoComplete="off"
        autoCapitalize="characters"
        field={FIELDS.giftCode}
        value={code}
        error={broken ?? refused}
        onChange={(text) => {
          setCode(text);
          setBroken(undefined);
          if (redeem.isError) redeem.reset();
        }}
      />
      <Button type="submit" look="plain" busy={redeem.isPending}>
        {t("checkout.apply")}
      </Button>
    </form>
  );
}
