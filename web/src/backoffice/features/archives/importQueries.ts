import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { ApiError } from "../../api/errors";
import type { components } from "../../api/schema";
import { t } from "../../messages/t";
import { bytesText } from "../../ui/bytes";

type Schemas = components["schemas"];
export type Imports = Schemas["ArchiveImports"];
export type Upload = Schemas["ArchiveUpload"];
export type Contents = Schemas["ArchiveContents"];
export type Progress = Schemas["ArchiveImportProgress"];

const POLL_MS = 1000;
/** A connection that drops is tried again this often, each time after a longer pause. */
const TRIES = 5;

export const importQuery = queryOptions({
  queryKey: ["archive-import"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/archive-import")),
  refetchInterval: ({ state }) => (state.data?.upload?.state === "checking" ? POLL_MS : false),
});

export const progressQuery = (token: string) =>
  queryOptions({
    queryKey: ["archive-import", "progress", token],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/archive-import/progress", {
          params: { header: { "Import-Token": token } },
        }),
      ),
    // The shop stops and starts again meanwhile: until then, nobody answers.
    refetchInterval: ({ state }) => (isOver(state.data, state.error) ? false : POLL_MS),
    refetchIntervalInBackground: true,
    retry: false,
  });

function isOver(progress: Progress | undefined, error: Error | null): boolean {
  if (error instanceof ApiError && error.status === 404) return true;
  return progress?.state === "finished" || progress?.state === "failed";
}

function sendPart(offset: number, part: Blob, signal: AbortSignal): Promise<Imports> {
  return unwrap(
    api.POST("/api/admin/v1/archive-import/parts", {
      params: { query: { offset } },
      // The generated type of binary content is text.
      body: part as unknown as string,
      bodySerializer: () => part,
      headers: { "Content-Type": "application/octet-stream" },
      signal,
    }),
  );
}

/** Whether the part may be sent once more, from where the server says. */
function isTemporary(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === 0 || error.status >= 500 || error.code === "upload_changed")
  );
}

interface UploadCall {
  file: File;
  maxBytes: number;
  signal: AbortSignal;
  onReceived: (imports: Imports) => void;
}

async function uploadArchive({ file, maxBytes, signal, onReceived }: UploadCall): Promise<Imports> {
  if (file.size > maxBytes) {
    throw new ApiError("too_large", t("archives.tooLarge", { size: bytesText(maxBytes) }));
  }
  let current = await unwrap(
    api.POST("/api/admin/v1/archive-import", { body: { fileName: file.name, size: file.size } }),
  );
  for (let failures = 0; current.upload?.state === "uploading";) {
    onReceived(current);
    const { received } = current.upload;
    try {
      const part = file.slice(received, received + current.partBytes);
      current = await sendPart(received, part, signal);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (signal.aborted || !isTemporary(error) || failures > TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, failures * POLL_MS));
      current = await unwrap(api.GET("/api/admin/v1/archive-import")).catch(() => current);
    }
  }
  return unwrap(api.POST("/api/admin/v1/archive-import/check"));
}

/** Uploads a file in parts and has it checked. What was stored before is not sent again. */
export function useUpload(maxBytes: number) {
  const client = useQueryClient();
  const [abort, setAbort] = useState<AbortController | null>(null);
  const store = (imports: Imports) => client.setQueryData(importQuery.queryKey, imports);
  const upload = useMutation({
    mutationFn: (file: File) => {
      const controller = new AbortController();
      setAbort(controller);
      return uploadArchive({ file, maxBytes, signal: controller.signal, onReceived: store });
    },
    onSuccess: store,
    onError: () => client.invalidateQueries({ queryKey: importQuery.queryKey, exact: true }),
  });
  return { upload, stop: () => abort?.abort(), wasStopped: abort?.signal.aborted ?? false };
}

export function useCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/archive-import/check")),
    onSuccess: (imports) => client.setQueryData(importQuery.queryKey, imports),
  });
}

export function useDiscard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/admin/v1/archive-import")),
    onSuccess: (imports) => client.setQueryData(importQuery.queryKey, imports),
  });
}

export function useStartImport() {
  return useMutation({
    mutationFn: (passphrase: string) =>
      unwrap(
        api.POST("/api/admin/v1/archive-import/start", {
          body: { passphrase: passphrase === "" ? null : passphrase },
        }),
      ),
  });
}
