import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

export type ArchiveExport = components["schemas"]["ArchiveExport"];

const POLL_MS = 1000;

export function isOpen({ state }: ArchiveExport): boolean {
  return state === "waiting" || state === "running";
}

export const archivesQuery = queryOptions({
  queryKey: ["archives"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/archives")),
  refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? POLL_MS : false),
});

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: archivesQuery.queryKey });
}

export function useRequestArchive() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (passphrase: string) =>
      unwrap(
        api.POST("/api/admin/v1/archives", {
          body: { passphrase: passphrase === "" ? null : passphrase },
        }),
      ),
    onSettled: refresh,
  });
}

export function useDeleteArchive() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (archiveId: number) =>
      unwrap(api.DELETE("/api/admin/v1/archives/{archiveId}", { params: { path: { archiveId } } })),
    onSettled: refresh,
  });
}

/** Proves the operator's identity, and then lets the browser stream the file to disk. */
export function useDownload() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (archiveId: number) =>
      unwrap(
        api.POST("/api/admin/v1/archives/{archiveId}/download", {
          params: { path: { archiveId } },
        }),
      ),
    onSuccess: (_nothing, archiveId) => {
      const link = document.createElement("a");
      link.href = `/api/admin/v1/archives/${archiveId}/file`;
      link.download = "";
      link.click();
    },
    onError: refresh,
  });
}
