import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { number } from "@/format/number";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote } from "../../ui/ErrorPanel";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import { type ImportDetails, undoPreviewQuery } from "./queries";
import { useStep } from "./useStep";

/** What undoing an import would remove, restore and leave. */
export function UndoPanel({ run, onClose }: { run: ImportDetails; onClose: () => void }) {
  const online = useOnline();
  const preview = useQuery(undoPreviewQuery(run.id));
  const undo = useStep(run.id, () =>
    unwrap(
      api.POST("/api/admin/v1/imports/{importId}/undo", { params: { path: { importId: run.id } } }),
    ),
  );
  const found = preview.data;
  const figures = found
    ? [
        { label: t("imports.undoRemoved"), value: number(found.removed) },
        { label: t("imports.archivedByUndo"), value: number(found.archived) },
        { label: t("imports.restored"), value: number(found.restored) },
        { label: t("imports.conflicts"), value: number(found.conflicts), strong: true },
      ]
    : [];
  return (
    <ActionPanel
      title={t("imports.undo")}
      opened
      onClose={onClose}
      footer={
        <Button
          color="bad"
          variant="filled"
          fullWidth
          loading={undo.isPending}
          disabled={!online || !found}
          onClick={() => undo.mutate(undefined, { onSuccess: onClose })}
        >
          {t("imports.undo")}
        </Button>
      }
    >
      <p>{t("imports.undoQuestion")}</p>
      <WhatWillHappen figures={figures} pending={preview.isPending} error={preview.error} />
      {found && found.examples.length > 0 ? (
        <p className="small">{t("imports.undoExamples", { names: found.examples.join(", ") })}</p>
      ) : null}
      <ErrorNote error={undo.error} isWrite />
    </ActionPanel>
  );
}
