import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { SkeletonText } from "../../ui/Skeletons";
import { Status } from "../../ui/Status";
import { toast, toastError } from "../../ui/toasts";
import { When } from "../../ui/When";
import styles from "./Account.module.css";
import { sessionsQuery } from "./queries";

type OpenSession = components["schemas"]["OpenSession"];

/** Every browser that is signed in as this operator. */
export function SessionsPanel() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const queryClient = useQueryClient();
  const endOthers = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/admin/v1/account/sessions")),
    onSuccess: (left) => {
      queryClient.setQueryData(sessionsQuery.queryKey, left);
      toast(t("account.sessionsEnded"));
    },
    onError: toastError,
  });
  const hasOthers = (sessions?.length ?? 0) > 1;
  return (
    <Panel
      title={t("account.sessions")}
      actions={
        hasOthers ? (
          <Button onClick={() => endOthers.mutate()} loading={endOthers.isPending}>
            {t("account.sessionsEnd")}
          </Button>
        ) : null
      }
      flush
    >
      <div className={styles.rows}>
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
        {sessions ? null : (
          <div className={styles.row}>
            {error ? (
              <ErrorPanel error={error} onRetry={() => void refetch()} plain />
            ) : (
              <SkeletonText lines={2} />
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}

function SessionRow({ session }: { session: OpenSession }) {
  const { id, device, isCurrent, address, createdAt, lastUsedAt } = session;
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/api/admin/v1/account/sessions/{id}", { params: { path: { id } } })),
    onSuccess: (left) => {
      queryClient.setQueryData(sessionsQuery.queryKey, left);
      toast(t("account.sessionEnded", { device }));
    },
    onError: toastError,
  });
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.name}>
          {device}
          {isCurrent ? <Status shape="full" tone="good" text={t("account.current")} pill /> : null}
        </p>
        <p className={styles.detail}>
          {address ?? ""} {"·"} {t("account.since")} <When at={createdAt} /> {"·"}{" "}
          {t("account.lastUsed")} <When at={lastUsedAt} />
        </p>
      </div>
      {isCurrent ? null : (
        <Button
          onClick={() => end.mutate()}
          loading={end.isPending}
          aria-label={t("account.sessionEndOn", { device })}
        >
          {t("account.sessionEnd")}
        </Button>
      )}
    </div>
  );
}
