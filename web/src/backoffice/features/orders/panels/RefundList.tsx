import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t, tEnum } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { ErrorNote, ErrorPanel } from "../../../ui/ErrorPanel";
import { money } from "../../../ui/Money";
import { Panel } from "../../../ui/Panel";
import { Status } from "../../../ui/Status";
import { toast } from "../../../ui/toasts";
import { When } from "../../../ui/When";
import styles from "./money.module.css";
import { payRefund, sendRefundAgain, withdrawRefund } from "./refundCalls";
import type { OrderRefunds } from "./refundForm";

type Refund = OrderRefunds["refunds"][number];

const SHAPES = {
  granted: { shape: "ring", tone: "wait" },
  paid: { shape: "full", tone: "good" },
  withdrawn: { shape: "stopped", tone: "quiet" },
} as const;

/** Refunds of an order: those that wait to be paid come with their buttons, failed ones can be sent again. */
export function RefundList({ orderId }: { orderId: string }) {
  const query = useQuery({
    queryKey: ["order", orderId, "refunds"],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/orders/{orderId}/refunds", { params: { path: { orderId } } })),
  });
  if (query.error) {
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || query.data.refunds.length === 0) return null;
  return (
    <Panel title={t("refunds.list")}>
      {query.data.refunds.map((refund) => (
        <RefundRow key={refund.refundId} orderId={orderId} refund={refund} />
      ))}
    </Panel>
  );
}

/** Runs one of the buttons of a refund, each under its own idempotency key. */
function useRefundAction(orderId: string) {
  const client = useQueryClient();
  const { key, renew, renewAfter } = useIdempotencyKey();
  const action = useMutation({
    mutationFn: ({ run }: { run: (key: string) => Promise<void>; done: string }) => run(key),
    onSuccess: async (_none, { done }) => {
      renew();
      toast(done);
      await client.invalidateQueries({ queryKey: ["order", orderId] });
      await client.invalidateQueries({ queryKey: ["orders"] });
    },
    onError: (error) => {
      renewAfter(error);
      void client.invalidateQueries({ queryKey: ["order", orderId, "refunds"] });
    },
  });
  return action;
}

type Action = ReturnType<typeof useRefundAction>;

function factsOf(refund: Refund): string {
  const by = refund.paidBy
    ? t("refunds.paidBy", { name: refund.paidBy })
    : t("refunds.grantedBy", { name: refund.grantedBy });
  const what = refund.items || tEnum("refunds.reason", refund.reason);
  return [what, refund.creditNote, by].filter(Boolean).join(" · ");
}

function RefundRow({ orderId, refund }: { orderId: string; refund: Refund }) {
  const action = useRefundAction(orderId);
  const { state } = refund;
  return (
    <div className={styles.refund}>
      <div className={styles.head}>
        <Status
          {...SHAPES[state]}
          text={tEnum("refunds.state", state)}
          pill={state === "granted"}
        />
        <span className="strong number">{money(refund.amount)}</span>
      </div>
      <div className="quiet small">
        {factsOf(refund)} · <When at={refund.paidAt ?? refund.grantedAt} />
      </div>
      {refund.gateway.some((one) => one.state === "pending") ? (
        <div className="small">{t("refunds.atProvider")}</div>
      ) : null}
      <FailedRefunds refund={refund} action={action} />
      {state === "granted" ? (
        <GrantedRefund orderId={orderId} refund={refund} action={action} />
      ) : null}
      <ErrorNote error={action.error} isWrite />
    </div>
  );
}

/** What the payment provider did not send, with the way to mend it. */
function FailedRefunds({ refund, action }: { refund: Refund; action: Action }) {
  const operator = useOperator();
  const isOnline = useOnline();
  return refund.gateway
    .filter((one) => one.state === "refused")
    .map((one) => (
      <div key={one.refundId} className={styles.head}>
        <span className="bad small">
          {t("refunds.failed", {
            amount: money(one.amount),
            problem: one.problem ?? t("refunds.noProblem"),
          })}
        </span>
        {operator.can("refunds.pay") ? (
          <Button
            size="compact-sm"
            disabled={action.isPending || !isOnline}
            onClick={() =>
              action.mutate({
                run: (key) => sendRefundAgain(one.refundId, key),
                done: t("refunds.sentAgain"),
              })
            }
          >
            {t("refunds.sendAgain")}
          </Button>
        ) : null}
      </div>
    ));
}

/** The buttons of a refund that waits to be paid. */
function GrantedRefund({
  orderId,
  refund,
  action,
}: {
  orderId: string;
  refund: Refund;
  action: Action;
}) {
  const operator = useOperator();
  const isOnline = useOnline();
  const { refundId } = refund;
  const amount = money(refund.amount);
  const isOwn = refund.needsApproval && refund.grantedByYou;
  const isBusy = action.isPending || !isOnline;
  return (
    <div className={styles.buttons}>
      {operator.can("refunds.pay") && !isOwn ? (
        <Button
          disabled={isBusy}
          onClick={() =>
            action.mutate({
              run: (key) => payRefund(orderId, refundId, key),
              done: t("refunds.done", { amount }),
            })
          }
        >
          {t("refunds.pay", { amount })}
        </Button>
      ) : null}
      {operator.can("refunds.grant") ? (
        <Button
          variant="subtle"
          disabled={isBusy}
          onClick={() =>
            action.mutate({
              run: (key) => withdrawRefund(orderId, refundId, key),
              done: t("refunds.withdrawn"),
            })
          }
        >
          {t("refunds.withdraw")}
        </Button>
      ) : null}
      {isOwn ? <span className="quiet small">{t("refunds.needsOther")}</span> : null}
    </div>
  );
}
