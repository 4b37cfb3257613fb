import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { api, unwrap } from "@/api/client";
import { errorMessage } from "@/api/errors";
import type { Topup } from "@/api/types";
import { walletKey } from "@/features/wallet/queries";
import { dateTime } from "@/format/date";
import { exact } from "@/format/money";
import { t, tEnum } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { showErrorToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { cx } from "@/ui/cx";
import { clearPaymentRedirect, redirectToPayment } from "../paymentRedirect";
import styles from "../PaymentStatus.module.css";
import { useIsCheckingPayment } from "../useIsCheckingPayment";
import { pendingTopupsQuery, topupQuery } from "./queries";

/** Status of unpaid top-ups, and of the one that the customer has just paid. */
export function TopupStatus() {
  const visitor = useAppState(visitorOf);
  const [parameters] = useSearchParams();
  const { data: pending } = useQuery(pendingTopupsQuery(visitor));
  const returnedFrom = parameters.get("topup");
  const ids = new Set([
    ...(returnedFrom ? [returnedFrom] : []),
    ...(pending ?? []).map(({ id }) => id),
  ]);
  return [...ids].map((id) => <SingleTopup key={id} visitor={visitor} topupId={id} />);
}

function SingleTopup({ visitor, topupId }: { visitor: string; topupId: string }) {
  const queryClient = useQueryClient();
  const { data: topup } = useQuery(topupQuery(visitor, topupId));
  const state = topup?.state;
  useEffect(() => {
    if (state === undefined || state === "pending") return;
    clearPaymentRedirect();
    if (state === "paid") void queryClient.invalidateQueries({ queryKey: walletKey(visitor) });
  }, [state, queryClient, visitor]);
  if (!topup) return null;
  if (topup.state === "pending") return <Pending visitor={visitor} topup={topup} />;
  const isDeclined = topup.state === "declined";
  return (
    <div className={cx(styles["status"], isDeclined && styles["declined"])}>
      <div role="status">
        <b className={styles["title"]}>
          {topup.state === "paid"
            ? t("topup.paid", { amount: exact(topup.amount) })
            : tEnum("topup", topup.state, "topup.stateOther")}
        </b>
        {(topup.state === "declined" || topup.state === "ended") && (
          <span>{t(`topup.${topup.state}Text`)}</span>
        )}
      </div>
    </div>
  );
}

function Pending({ visitor, topup }: { visitor: string; topup: Topup }) {
  const queryClient = useQueryClient();
  const isChecking = useIsCheckingPayment();
  const { id, redirectUrl } = topup;
  const amount = exact(topup.amount);
  const cancel = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/wallet/topups/{topupId}/cancel", { params: { path: { topupId: id } } }),
      ),
    onSuccess: (ended) => {
      queryClient.setQueryData(topupQuery(visitor, id).queryKey, ended);
    },
    onError: (error) => showErrorToast(errorMessage(error)),
  });
  return (
    <div className={styles["status"]}>
      <div role="status" aria-busy={isChecking}>
        <b className={styles["title"]}>
          {isChecking && <span className={styles["spinner"]} aria-hidden="true" />}
          {t(isChecking ? "topup.checking" : "topup.pending", { amount })}
        </b>
        <span>
          {isChecking
            ? t("topup.checkingText")
            : t("topup.pendingText", { time: dateTime(topup.expiresAt) })}
        </span>
      </div>
      <div className={styles["buttons"]}>
        {redirectUrl !== null && (
          <Button
            variant={isChecking ? "secondary" : "primary"}
            onClick={() => redirectToPayment(redirectUrl)}
          >
            {t("topup.continue")}
          </Button>
        )}
        <Button variant="secondary" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("topup.cancel")}
        </Button>
      </div>
    </div>
  );
}
