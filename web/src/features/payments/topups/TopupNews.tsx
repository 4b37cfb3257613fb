import "@/messages/later/storeCredit";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { api, ask } from "@/api/client";
import { sentenceOf } from "@/api/errors";
import type { Topup } from "@/api/types";
import { walletKey } from "@/features/wallet/queries";
import { dateTime } from "@/format/date";
import { exact } from "@/format/money";
import { t, tOf } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { tellFailure } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { cx } from "@/ui/cx";
import { forgetLeaving, leaveForPayment } from "../leave";
import styles from "../PaymentNews.module.css";
import { useIsLooking } from "../useIsLooking";
import { pendingTopupsQuery, topupQuery } from "./queries";

/** How top-ups stand: the one that the customer comes back from, and those not paid yet. */
export function TopupNews() {
  const visitor = useAppState(visitorOf);
  const [parameters] = useSearchParams();
  const { data: pending } = useQuery(pendingTopupsQuery(visitor));
  const back = parameters.get("topup");
  const ids = new Set([...(back ? [back] : []), ...(pending ?? []).map(({ id }) => id)]);
  return [...ids].map((id) => <News key={id} visitor={visitor} topupId={id} />);
}

function News({ visitor, topupId }: { visitor: string; topupId: string }) {
  const queryClient = useQueryClient();
  const { data: topup } = useQuery(topupQuery(visitor, topupId));
  const state = topup?.state;
  useEffect(() => {
    if (state === undefined || state === "pending") return;
    forgetLeaving();
    if (state === "paid") void queryClient.invalidateQueries({ queryKey: walletKey(visitor) });
  }, [state, queryClient, visitor]);
  if (!topup) return null;
  if (topup.state === "pending") return <Pending visitor={visitor} topup={topup} />;
  const bad = topup.state === "declined";
  return (
    <div className={cx(styles["news"], bad && styles["declined"])}>
      <div role="status">
        <b className={styles["title"]}>
          {topup.state === "paid"
            ? t("topup.paid", { amount: exact(topup.amount) })
            : tOf("topup", topup.state, "topup.stateOther")}
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
  const isLooking = useIsLooking();
  const { id, redirectUrl } = topup;
  const amount = exact(topup.amount);
  const cancel = useMutation({
    mutationFn: () =>
      ask(api.POST("/api/wallet/topups/{topupId}/cancel", { params: { path: { topupId: id } } })),
    onSuccess: (ended) => {
      queryClient.setQueryData(topupQuery(visitor, id).queryKey, ended);
    },
    onError: (error) => tellFailure(sentenceOf(error)),
  });
  return (
    <div className={styles["news"]}>
      <div role="status" aria-busy={isLooking}>
        <b className={styles["title"]}>
          {isLooking && <span className={styles["spinner"]} aria-hidden="true" />}
          {t(isLooking ? "topup.looking" : "topup.pending", { amount })}
        </b>
        <span>
          {isLooking
            ? t("topup.lookingText")
            : t("topup.pendingText", { time: dateTime(topup.expiresAt) })}
        </span>
      </div>
      <div className={styles["ways"]}>
        {redirectUrl !== null && (
          <Button
            look={isLooking ? "plain" : "primary"}
            onClick={() => leaveForPayment(redirectUrl)}
          >
            {t("topup.continue")}
          </Button>
        )}
        <Button look="plain" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("topup.cancel")}
        </Button>
      </div>
    </div>
  );
}
