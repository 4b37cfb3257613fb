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

function useSend({ returned, onClose }: StepPanelProps) {
  const changed = useReturnChanged();
  return useMutation({
    mutationFn: (body: { text: string; labelUrl: string }) =>
      unwrap(
        api.POST("/api/admin/v1/returns/{returnId}/instructions", {
          params: { path: { returnId: returned.returnId } },
          body,
        }),
      ),
    onSuccess: (now) => {
      changed(now);
      onClose();
      toast(t("returns.done.send_instructions"));
    },
  });
}

/** Emails the customer how to send the items back. */
export function InstructionsPanel(props: StepPanelProps) {
  const { returned, opened, onClose } = props;
  const isOnline = useOnline();
  const [text, setText] = useState<string>(t("returns.instructionsDefault"));
  const [labelUrl, setLabelUrl] = useState("");
  const send = useSend(props);
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
            onClick={() => send.mutate({ text, labelUrl })}
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
