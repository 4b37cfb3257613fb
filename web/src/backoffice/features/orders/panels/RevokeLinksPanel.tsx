import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast } from "../../../ui/toasts";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import styles from "./panels.module.css";
import type { OrderPanelProps } from "./props";

/** Revokes the links in all emails about the order. */
export default function RevokeLinksPanel({ order, opened, onClose, onChanged }: OrderPanelProps) {
  const online = useOnline();
  const key = useIdempotencyKey();
  const revoke = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/orders/{number}/links/revoke", {
          params: { path: { number: order.orderId }, header: key.headers },
        }),
      ),
    onSuccess: (changed) => {
      onChanged(changed);
      toast(t("order.linksRevoked"));
      onClose();
    },
    onError: (error) => key.renewAfter(error),
  });
  return (
    <ActionPanel
      title={t("order.revokeLinks")}
      opened={opened}
      onClose={onClose}
      footer={
        <>
          <ErrorNote error={revoke.error} isWrite />
          <Button
            variant="filled"
            color="bad"
            fullWidth
            loading={revoke.isPending}
            disabled={!online}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => revoke.mutate()}
          >
            {t("order.revokeLinks")}
          </Button>
          <p className="quiet tiny">{t("order.revokeLinksFinal")}</p>
        </>
      }
    >
      <div className={styles.form}>
        <p className="small quiet">{t("order.revokeLinksText")}</p>
        <WhatWillHappen
          effects={[
            { icon: "key", text: t("order.revokeLinksEffect") },
            { icon: "customer", text: t("order.revokeLinksCode") },
            { icon: "mail", text: t("order.revokeLinksEmail") },
          ]}
        />
      </div>
    </ActionPanel>
  );
}
