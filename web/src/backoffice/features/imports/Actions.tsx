import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { number } from "@/format/number";
import { api, unwrap, unwrapFile } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { downloadFile } from "../../ui/download";
import { toast, toastError } from "../../ui/toasts";
import type { ImportDetails } from "./queries";
import { useStep } from "./useStep";

interface Props {
  run: ImportDetails;
  isMapping: boolean;
  onMapAgain: () => void;
  onUndo: () => void;
}

/** What can be done with an import in its state. */
export function Actions({ run, isMapping, onMapAgain, onUndo }: Props) {
  const hasMessages = run.counts.errors + run.counts.warnings + run.counts.refused > 0;
  return (
    <>
      {hasMessages && !isMapping ? <ResultFile importId={run.id} /> : null}
      {run.state === "mapping" || run.state === "checked" || run.state === "failed" ? (
        <Discard importId={run.id} />
      ) : null}
      {run.state === "checked" && !isMapping ? (
        <>
          <Button onClick={onMapAgain}>{t("imports.changeColumns")}</Button>
          <Start run={run} />
        </>
      ) : null}
      {run.state === "importing" ? <Stop importId={run.id} /> : null}
      {run.canUndo ? <Button onClick={onUndo}>{t("imports.undo")}</Button> : null}
    </>
  );
}

function ResultFile({ importId }: { importId: number }) {
  const save = useMutation({
    mutationFn: () =>
      unwrapFile(
        api.GET("/api/admin/v1/imports/{importId}/file", {
          params: { path: { importId } },
          parseAs: "blob",
        }),
      ),
    onSuccess: ({ name, file }) => downloadFile(name, file),
    onError: toastError,
  });
  return (
    <Button onClick={() => save.mutate()} loading={save.isPending}>
      {t("imports.resultFile")}
    </Button>
  );
}

function Discard({ importId }: { importId: number }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const discard = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/api/admin/v1/imports/{importId}", { params: { path: { importId } } })),
    onSuccess: async () => {
      toast(t("imports.discarded"));
      await navigate("/imports");
      client.removeQueries({ queryKey: ["imports", "one", importId] });
      void client.invalidateQueries({ queryKey: ["imports", "list"] });
    },
    onError: toastError,
  });
  return (
    <Button onClick={() => discard.mutate()} loading={discard.isPending} disabled={!online}>
      {t("imports.discard")}
    </Button>
  );
}

function Start({ run }: { run: ImportDetails }) {
  const online = useOnline();
  const { created, changed, archived } = run.counts;
  const count = created + changed + archived;
  const start = useStep(run.id, () =>
    unwrap(
      api.POST("/api/admin/v1/imports/{importId}/start", {
        params: { path: { importId: run.id } },
      }),
    ),
  );
  if (count === 0) return null;
  return (
    <Button
      variant="filled"
      onClick={() => start.mutate(undefined, { onError: toastError })}
      loading={start.isPending}
      disabled={!online}
      title={t("imports.startHelp")}
    >
      {t(run.kind === "products" ? "imports.start" : "imports.startRecords", {
        count,
        shown: number(count),
      })}
    </Button>
  );
}

function Stop({ importId }: { importId: number }) {
  const online = useOnline();
  const stop = useStep(importId, () =>
    unwrap(api.POST("/api/admin/v1/imports/{importId}/stop", { params: { path: { importId } } })),
  );
  return (
    <Button
      onClick={() => stop.mutate(undefined, { onError: toastError })}
      loading={stop.isPending}
      disabled={!online}
    >
      {t("imports.stop")}
    </Button>
  );
}
