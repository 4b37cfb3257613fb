import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast } from "../../../ui/toasts";
import { CountField, MoneyField, ReductionFields, ScheduleFields } from "../fields";
import { thisMinute } from "../thisMinute";
import { downloadBatch } from "./downloadBatch";

const EMPTY = {
  title: "",
  prefix: "",
  count: 100 as number | null,
  isPercent: true,
  percent: 10 as number | null,
  amount: null as number | null,
  minimumPurchase: null as number | null,
  startsAt: "",
  endsAt: null as string | null,
};
const MAX_CODES = 10_000;

/** Generates unique codes for one use each, and saves them as a file. */
export function GeneratePanel({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const online = useOnline();
  const [form, setForm] = useState({ ...EMPTY, startsAt: thisMinute() });
  const set = (changes: Partial<typeof form>) => setForm((now) => ({ ...now, ...changes }));
  const generate = useMutation({
    mutationFn: ({ isPercent, ...given }: typeof form) =>
      unwrap(
        api.POST("/api/admin/v1/promotions/batches", {
          body: {
            ...given,
            count: given.count ?? 0,
            percent: isPercent ? given.percent : null,
            amount: isPercent ? null : given.amount,
            minimumPurchase: given.minimumPurchase ?? 0,
          },
        }),
      ),
    onSuccess: async (batch) => {
      toast(t("promotions.generated", { count: batch.count }));
      void client.invalidateQueries({ queryKey: ["promo-codes", "batches"] });
      await downloadBatch(batch);
      onClose();
    },
  });
  const errors = fieldErrors(generate.error);
  return (
    <ActionPanel
      title={t("promotions.generate")}
      opened
      floating
      onClose={onClose}
      footer={
        <>
          <ErrorNote error={formError(generate.error) ? generate.error : null} isWrite />
          <Button
            variant="filled"
            fullWidth
            loading={generate.isPending}
            disabled={!online}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => generate.mutate(form)}
          >
            {t("promotions.generateCount", { count: form.count ?? 0 })}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p className="small quiet">{t("promotions.generateHelp")}</p>
        <Fields form={form} set={set} errors={errors} />
      </Stack>
    </ActionPanel>
  );
}

interface FieldsProps {
  form: typeof EMPTY;
  set: (changes: Partial<typeof EMPTY>) => void;
  errors: Record<string, string>;
}

function Fields({ form, set, errors }: FieldsProps) {
  return (
    <>
      <TextInput
        label={t("promotions.title")}
        description={t("promotions.titleHelp")}
        value={form.title}
        maxLength={120}
        error={errors["title"]}
        data-autofocus
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <TextInput
        label={t("promotions.prefix")}
        description={t("promotions.prefixHelp")}
        value={form.prefix}
        maxLength={20}
        error={errors["prefix"]}
        onChange={({ currentTarget }) => set({ prefix: currentTarget.value.toUpperCase() })}
      />
      <CountField
        label={t("promotions.howMany")}
        value={form.count}
        max={MAX_CODES}
        error={errors["count"]}
        onChange={(count) => set({ count })}
      />
      <ReductionFields {...form} onChange={set} errors={errors} />
      <MoneyField
        label={t("promotions.minimum")}
        description={t("promotions.optional")}
        value={form.minimumPurchase}
        error={errors["minimumPurchase"]}
        onChange={(minimumPurchase) => set({ minimumPurchase })}
      />
      <ScheduleFields {...form} onChange={set} errors={errors} />
    </>
  );
}
