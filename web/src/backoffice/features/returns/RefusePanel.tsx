import { Button, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote } from "../../ui/ErrorPanel";
import { toast } from "../../ui/toasts";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import { type Returned, useReturnChanged } from "./returnQuery";
import styles from "./returns.module.css";

export interface StepPanelProps {
  returned: Returned;
  opened: boolean;
  onClose: () => void;
}

/** The email that a step sends. */
export function emailEffect(contact: string) {
  return {
    icon: "mail" as const,
    text: contact === "" ? t("returns.noEmail") : t("returns.emailTo", { contact }),
  };
}

/** Refuses a return, with the reason that the customer reads. */
export function RefusePanel({ returned, opened, onClose }: StepPanelProps) {
  const isOnline = useOnline();
  const changed = useReturnChanged();
  const [reason, setReason] = useState("");
  const refuse = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/returns/{returnId}/refuse", {
          params: { path: { returnId: returned.returnId } },
          body: { reason },
        }),
      ),
    onSuccess: (now) => {
      changed(now);
      onClose();
      toast(t("returns.done.refuse"));
    },
  });
  return (
    <ActionPanel
      title={t("returns.refuseTitle")}
      opened={opened}
      onClose={onClose}
      footer={
        <div className={styles.footer}>
          <ErrorNote error={refuse.error} isWrite />
          <Button
            variant="filled"
            color="bad"
            fullWidth
            loading={refuse.isPending}
            disabled={reason.trim() === "" || !isOnline}
            onClick={() => refuse.mutate()}
          >
            {t("returns.refuseSubmit")}
          </Button>
          <p className="quiet tiny">{t("returns.refuseFinal")}</p>
        </div>
      }
    >
      <div className={styles.form}>
        <Textarea
          label={t("returns.refuseReason")}
          description={t("returns.refuseHelp")}
          autosize
          minRows={3}
          maxLength={1000}
          value={reason}
          error={fieldErrors(refuse.error)["reason"]}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <WhatWillHappen effects={[emailEffect(returned.contact)]} />
      </div>
    </ActionPanel>
  );
}
