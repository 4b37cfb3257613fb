import { Button, Textarea, TextInput } from "@mantine/core";
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
import { emailEffect, type StepPanelProps } from "./RefusePanel";
import { useReturnChanged } from "./returnQuery";
import styles from "./returns.module.css";

/** Emails the customer how to send the items back. */
export function InstructionsPanel({ returned, opened, onClose }: StepPanelProps) {
  const isOnline = useOnline();
  const changed = useReturnChanged();
  const [text, setText] = useState<string>(t("returns.instructionsDefault"));
  const [labelUrl, setLabelUrl] = useState("");
  const send = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/returns/{returnId}/instructions", {
          params: { path: { returnId: returned.returnId } },
          body: { text, labelUrl },
        }),
      ),
    onSuccess: (now) => {
      changed(now);
      onClose();
      toast(t("returns.done.send_instructions"));
    },
  });
  const errors = fieldErrors(send.error);
  return (
    <ActionPanel
      title={t("returns.instructionsTitle")}
      opened={opened}
      onClose={onClose}
      footer={
        <div className={styles.footer}>
          <ErrorNote error={send.error} isWrite />
          <Button
            variant="filled"
            fullWidth
            loading={send.isPending}
            disabled={text.trim() === "" || !isOnline}
            onClick={() => send.mutate()}
          >
            {t("returns.instructionsSubmit")}
          </Button>
        </div>
      }
    >
      <div className={styles.form}>
        <Textarea
          label={t("returns.instructionsText")}
          autosize
          minRows={4}
          maxLength={2000}
          value={text}
          error={errors["text"]}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <TextInput
          label={t("returns.labelUrl")}
          description={t("returns.labelHelp")}
          inputMode="url"
          value={labelUrl}
          error={errors["labelUrl"]}
          onChange={({ currentTarget }) => setLabelUrl(currentTarget.value)}
        />
        <WhatWillHappen effects={[emailEffect(returned.contact)]} />
      </div>
    </ActionPanel>
  );
}
