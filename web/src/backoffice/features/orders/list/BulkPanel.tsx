import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { hasCode } from "../../../api/errors";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import type { IconName } from "../../../ui/Icon";
import type { Fact } from "../../../ui/Panel";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import { nameKey, type Operation, previewQuery, type Scope } from "./bulk";
import type { BulkPreview } from "./queries";

interface Props {
  operation: Operation;
  scope: Scope;
  onClose: () => void;
  /** The operation with this id was started. */
  onStarted: (jobId: number) => void;
}

const BUTTONS = {
  "orders.confirm": "orders.confirmAll",
  "orders.pack": "orders.packAll",
  "orders.deliver": "orders.deliverAll",
  "orders.cancel": "orders.cancelAll",
  "orders.export": "orders.exportSome",
} as const;

function figuresOf(preview: BulkPreview, isExport: boolean): Fact[] {
  const refused = preview.reasons.map(({ reason, count, examples }) => ({
    label: t("orders.willRefuse", { reason }),
    value: (
      <span title={examples.join(", ")}>
        {count}
        <span className="quiet small">
          {" "}
          {count > examples.length
            ? t("orders.examples", { labels: examples.join(", ") })
            : examples.join(", ")}
        </span>
      </span>
    ),
  }));
  const done = preview.exact ? preview.toDo : `${preview.toDo}+`;
  return [...refused, { label: t(isExport ? "orders.willExport" : "orders.willDo"), value: done }];
}

function effectsOf(preview: BulkPreview): { icon: IconName; text: string }[] {
  const effects = preview.effects.map((text) => ({ icon: "info" as const, text }));
  if (preview.columns.length > 0) {
    const columns = preview.columns.join(", ");
    effects.push({ icon: "info", text: t("orders.columns", { columns }) });
  }
  if (!preview.exact) effects.push({ icon: "info", text: t("orders.manyRows") });
  return effects;
}

/** Starts the operation whose preview the operator saw. */
function useStart({ operation, scope, onStarted }: Props) {
  const client = useQueryClient();
  const { headers, renewAfter } = useIdempotencyKey();
  return useMutation({
    mutationFn: (version: string) =>
      unwrap(
        api.POST("/api/admin/v1/bulk", {
          params: { header: headers },
          body: { operation, scope, parameters: {}, version },
        }),
      ),
    onSuccess: async (job) => {
      onStarted(job.id);
      await client.invalidateQueries({ queryKey: ["bulk", "jobs"] });
    },
    onError: (failed) => {
      renewAfter(failed);
      // The preview is out of date: ask again.
      if (hasCode(failed, "selection_changed")) {
        void client.invalidateQueries(previewQuery(operation, scope));
      }
    },
  });
}

/** Says what an operation will do with the selected orders, and starts it. */
export function BulkPanel(props: Props) {
  const { operation, scope, onClose } = props;
  const online = useOnline();
  const { data: preview, error, isFetching } = useQuery(previewQuery(operation, scope));
  const start = useStart(props);
  const isExport = operation === "orders.export";
  return (
    <ActionPanel
      floating
      opened
      onClose={onClose}
      title={t(nameKey(operation))}
      footer={
        <>
          {hasCode(start.error, "selection_changed") ? (
            <p role="alert">{t("orders.changedMeanwhile")}</p>
          ) : (
            <ErrorNote error={start.error} isWrite />
          )}
          <Button
            variant="filled"
            {...(operation === "orders.cancel" ? { color: "bad" } : {})}
            disabled={!preview || preview.toDo === 0 || isFetching || !online}
            loading={start.isPending}
            onClick={() => preview && start.mutate(preview.version)}
          >
            {t(BUTTONS[operation], { count: preview?.toDo ?? 0 })}
          </Button>
        </>
      }
    >
      {preview ? (
        <p>
          {t(scope.kind === "ids" ? "orders.scopeIds" : "orders.scopeFilter", {
            count: preview.total,
          })}
        </p>
      ) : null}
      <WhatWillHappen
        figures={preview ? figuresOf(preview, isExport) : []}
        effects={preview ? effectsOf(preview) : []}
        pending={isFetching}
        error={error}
      />
    </ActionPanel>
  );
}
