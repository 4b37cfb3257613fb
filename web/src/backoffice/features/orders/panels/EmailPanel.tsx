import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote, ErrorPanel } from "../../../ui/ErrorPanel";
import { SkeletonText } from "../../../ui/Skeletons";
import { toast } from "../../../ui/toasts";
import type { EmailPreview } from "../detail/order";
import { EmailFrame } from "./EmailFrame";
import styles from "./panels.module.css";
import type { OrderPanelProps } from "./props";

function useEmail({ order, opened, onClose, onChanged, subject }: OrderPanelProps) {
  const key = useIdempotencyKey();
  const path = { number: order.orderId, email: subject ?? "" };
  const preview = useQuery({
    queryKey: ["order", order.orderId, "email", subject, order.version],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/orders/{number}/emails/{email}", { params: { path } })),
    enabled: opened,
    retry: false,
  });
  const send = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/orders/{number}/emails/{email}/send", {
          params: { path, header: key.headers },
        }),
      ),
    onSuccess: () => {
      onChanged();
      toast(t("order.emailSent"));
      onClose();
    },
    onError: (error) => key.renewAfter(error),
  });
  return { preview, send };
}

/** Sends an email about the order again; `subject` is its key in the timeline. */
export default function EmailPanel(props: OrderPanelProps) {
  const online = useOnline();
  const { preview, send } = useEmail(props);
  const email = preview.data;
  return (
    <ActionPanel
      title={t("order.emailTitle")}
      opened={props.opened}
      onClose={props.onClose}
      footer={
        <>
          <ErrorNote error={send.error} isWrite />
          <Button
            variant="filled"
            fullWidth
            loading={send.isPending}
            disabled={!email || !online}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => send.mutate()}
          >
            {t("order.emailSend", { to: email?.to ?? "" })}
          </Button>
          <p className="quiet tiny">{t("order.emailText")}</p>
        </>
      }
    >
      {preview.error ? (
        <ErrorPanel plain error={preview.error} onRetry={() => void preview.refetch()} />
      ) : email ? (
        <Email email={email} />
      ) : (
        <SkeletonText lines={8} />
      )}
    </ActionPanel>
  );
}

function Email({ email }: { email: EmailPreview }) {
  return (
    <div className={styles.form}>
      <p className={styles.facts}>
        <span className="quiet small">{t("order.emailTo")}</span>
        {email.to}
      </p>
      <p className={styles.facts}>
        <span className="quiet small">{t("order.emailSubject")}</span>
        {email.subject}
      </p>
      <EmailFrame email={email} />
    </div>
  );
}
