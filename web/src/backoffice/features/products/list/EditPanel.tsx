import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { hasCode } from "../../../api/errors";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useShop } from "../../../session/session";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import {
  type Edit,
  EMPTY,
  type EditForm,
  editOf,
  type Preview,
  previewQuery,
  type Scope,
} from "./bulk";
import { EditFields } from "./EditFields";
import styles from "./grid.module.css";

interface Props {
  scope: Scope;
  onClose: () => void;
  /** The edit with this id was started. */
  onStarted: (jobId: number) => void;
}

const TYPING_MS = 350;

function useStart(scope: Scope, onStarted: Props["onStarted"]) {
  const client = useQueryClient();
  const { headers, renewAfter } = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ edit, version }: { edit: Edit; version: string }) =>
      unwrap(
        api.POST("/api/admin/v1/products/bulk", {
          params: { header: headers },
          body: { scope, edit, version },
        }),
      ),
    onSuccess: async (job) => {
      await client.invalidateQueries({ queryKey: ["bulk"] });
      onStarted(job.id);
    },
    onError: (failed) => {
      renewAfter(failed);
      // The preview is out of date: ask again.
      if (hasCode(failed, "selection_changed")) {
        void client.invalidateQueries({ queryKey: ["products", "bulk-preview"] });
      }
    },
  });
}

/** Changes many products. The server computes what would happen while the form is filled in. */
export function EditPanel({ scope, onClose, onStarted }: Props) {
  const online = useOnline();
  const { currency } = useShop();
  const [form, setForm] = useState<EditForm>(EMPTY);
  const [settled] = useDebouncedValue(form, TYPING_MS);
  const edit = editOf(settled, currency);
  const { data, error, isFetching } = useQuery(previewQuery(scope, edit));
  const preview = edit === null ? undefined : data;
  const start = useStart(scope, onStarted);
  const isCurrent = settled === form && !isFetching && error === null;
  return (
    <ActionPanel
      floating
      opened
      onClose={onClose}
      title={t("products.editTitle")}
      footer={
        <>
          {hasCode(start.error, "selection_changed") ? (
            <p role="alert">{t("products.changedMeanwhile")}</p>
          ) : (
            <ErrorNote error={start.error} isWrite />
          )}
          <Button
            variant="filled"
            disabled={!preview || preview.toDo === 0 || !isCurrent || !online}
            loading={start.isPending}
            onClick={() => preview && edit && start.mutate({ edit, version: preview.version })}
          >
            {t("products.apply", { count: preview?.toDo ?? 0 })}
          </Button>
        </>
      }
    >
      <EditFields form={form} onChange={(changes) => setForm((now) => ({ ...now, ...changes }))} />
      {edit === null ? (
        <p className="quiet">{t("products.chooseSomething")}</p>
      ) : (
        <>
          <WhatWillHappen
            figures={preview ? figuresOf(preview) : []}
            effects={preview ? effectsOf(preview) : []}
            pending={isFetching}
            error={error}
          />
          {preview && preview.sample.length > 0 ? <Sample preview={preview} /> : null}
        </>
      )}
    </ActionPanel>
  );
}

function figuresOf(preview: Preview) {
  const left = preview.reasons.map(({ reason, count, examples }) => ({
    label: t("products.willLeave", { reason }),
    value: <span title={examples.join(", ")}>{count}</span>,
  }));
  return [...left, { label: t("products.willChange"), value: preview.toDo }];
}

function effectsOf(preview: Preview) {
  const warnings = preview.warnings.map(({ warning, count, examples }) => ({
    icon: "warn" as const,
    text: (
      <>
        <b>{t(`products.warning.${warning}`, { count })}</b>{" "}
        <span className="quiet">{examples.join(", ")}</span>
      </>
    ),
  }));
  return [...warnings, ...preview.effects.map((text) => ({ icon: "info" as const, text }))];
}

const FIELDS = {
  status: "products.status",
  tags: "products.tag",
  categories: "products.categories",
  brand: "products.brand",
  maxPerOrder: "products.limit",
  returnable: "products.returns",
  price: "products.price",
  compareAtPrice: "products.compareAtPrice",
} as const;

/** Up to 20 products with their values before and after. */
function Sample({ preview }: { preview: Preview }) {
  return (
    <section>
      <h3>{t("products.sample")}</h3>
      <ul className={styles.sample}>
        {preview.sample.map(({ productId, title, changes, more }) => (
          <li key={productId}>
            <b>{title}</b>
            {changes.map(({ field, variant, before, after }) => (
              <div key={`${field}-${variant}`} className={styles.values}>
                <span className="quiet">
                  {[t(FIELDS[field]), variant].filter(Boolean).join(" · ")}
                </span>
                <s>{before || t("products.nothing")}</s>
                <span aria-hidden="true">→</span>
                <span>{after || t("products.nothing")}</span>
              </div>
            ))}
            {more > 0 ? (
              <span className="quiet">{t("products.moreChanges", { count: more })}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
