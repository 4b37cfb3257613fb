import { Button, FileButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { importQuery, uploadImport } from "./queries";

/** Uploads the chosen file and opens its import. */
export function useUpload() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: uploadImport,
    onSuccess: async (run) => {
      client.setQueryData(importQuery(run.id).queryKey, run);
      void client.invalidateQueries({ queryKey: ["imports", "list"] });
      await navigate(`/imports/${run.id}`);
    },
  });
}

interface Props {
  upload: ReturnType<typeof useUpload>;
  /** An id of `KINDS`. */
  kind: string;
}

export function UploadButton({ upload, kind }: Props) {
  const online = useOnline();
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      resetRef={reset}
      accept=".csv,.tsv,.txt,.xml,.gz"
      inputProps={{ "aria-label": t("imports.file") }}
      onChange={(file) => {
        if (file) upload.mutate({ kind, file });
        // The same file can be chosen again once it was corrected.
        reset.current?.();
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant="filled"
          loading={upload.isPending}
          disabled={!online}
          title={t("imports.uploadHelp")}
        >
          {t("imports.upload")}
        </Button>
      )}
    </FileButton>
  );
}
