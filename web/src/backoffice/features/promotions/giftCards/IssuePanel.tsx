import { Button, Stack, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useShop } from "../../../session/session";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Money, money } from "../../../ui/Money";
import { toast } from "../../../ui/toasts";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import { CountField, MoneyField } from "../fields";
import styles from "../promotions.module.css";
import { type IssueBody, issuePreviewQuery } from "../queries";

const EMPTY = {
  amount: null as number | null,
  recipientName: "",
  recipientEmail: "",
  message: "",
  reason: "",
  validMonths: null as number | null,
};
type Form = typeof EMPTY;

/** The body, once all that is required is there. */
function bodyOf({ amount, validMonths, ...texts }: Form): IssueBody | null {
  const isComplete =
    amount !== null &&
    amount > 0 &&
    texts.recipientName.trim() !== "" &&
    texts.recipientEmail.includes("@") &&
    texts.reason.trim() !== "";
  return isComplete ? { ...texts, amount, validMonths: validMonths ?? 0 } : null;
}

function useIssue(onDone: (cardId: string) => void) {
  const client = useQueryClient();
  const { headers, renew, renewAfter } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: IssueBody) =>
      unwrap(
        api.POST("/api/admin/v1/promotions/gift-cards", { params: { header: headers }, body }),
      ),
    onSuccess: (card) => {
      renew();
      toast(t("giftCards.issued", { amount: money(card.amount), to: card.recipientEmail }));
      void client.invalidateQueries({ queryKey: ["gift-cards"] });
      onDone(card.id);
    },
    onError: renewAfter,
  });
}

/** Issues a gift card without an order: the amount and the email are shown first. */
export function IssuePanel({ onClose }: { onClose: () => void }) {
  const online = useOnline();
  const navigate = useNavigate();
  const { currency } = useShop();
  const [form, setForm] = useState(EMPTY);
  const body = bodyOf(form);
  const [settled] = useDebouncedValue(body, 300);
  const preview = useQuery(issuePreviewQuery(settled));
  const isReady =
    body !== null &&
    JSON.stringify(settled) === JSON.stringify(body) &&
    preview.data !== undefined &&
    !preview.isFetching &&
    !preview.error;
  const issue = useIssue((cardId) => void navigate(`/gift-cards/${cardId}`));
  const errors = { ...fieldErrors(preview.error), ...fieldErrors(issue.error) };
  return (
    <ActionPanel
      title={t("giftCards.issue")}
      opened
      floating
      onClose={onClose}
      footer={
        <>
          <ErrorNote error={formError(issue.error) ? issue.error : null} isWrite />
          <Button
            variant="filled"
            fullWidth
            disabled={!isReady || !online}
            loading={issue.isPending}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => (body ? issue.mutate(body) : undefined)}
          >
            {t("giftCards.issueAmount", {
              amount: form.amount ? money({ amount: form.amount, currency }) : "",
            })}
          </Button>
          {isReady ? null : <p className="tiny quiet">{t("giftCards.issueNeeds")}</p>}
        </>
      }
    >
      <Stack gap="md">
        <Fields
          form={form}
          set={(changes) => setForm((now) => ({ ...now, ...changes }))}
          errors={errors}
        />
        {body !== null && preview.data ? (
          <Preview preview={preview.data} pending={!isReady} />
        ) : null}
      </Stack>
    </ActionPanel>
  );
}

interface FieldsProps {
  form: Form;
  set: (changes: Partial<Form>) => void;
  errors: Record<string, string>;
}

function Fields({ form, set, errors }: FieldsProps) {
  return (
    <>
      <MoneyField
        label={t("giftCards.value")}
        isFirst
        value={form.amount}
        error={errors["amount"]}
        onChange={(amount) => set({ amount })}
      />
      <TextInput
        label={t("giftCards.recipientName")}
        value={form.recipientName}
        maxLength={80}
        error={errors["recipientName"]}
        onChange={({ currentTarget }) => set({ recipientName: currentTarget.value })}
      />
      <TextInput
        type="email"
        label={t("giftCards.recipientEmail")}
        value={form.recipientEmail}
        maxLength={254}
        error={errors["recipientEmail"]}
        onChange={({ currentTarget }) => set({ recipientEmail: currentTarget.value })}
      />
      <Textarea
        label={t("giftCards.message")}
        description={t("giftCards.messageHelp")}
        value={form.message}
        maxLength={500}
        autosize
        minRows={2}
        error={errors["message"]}
        onChange={({ currentTarget }) => set({ message: currentTarget.value })}
      />
      <CountField
        label={t("giftCards.validMonths")}
        description={t("giftCards.validHelp")}
        value={form.validMonths}
        max={120}
        error={errors["validMonths"]}
        onChange={(validMonths) => set({ validMonths })}
      />
      <TextInput
        label={t("giftCards.reason")}
        description={t("giftCards.reasonHelp")}
        value={form.reason}
        maxLength={300}
        error={errors["reason"]}
        onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
      />
    </>
  );
}

type PreviewData = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof issuePreviewQuery>["queryFn"]>>>
>;

function Preview({ preview, pending }: { preview: PreviewData; pending: boolean }) {
  return (
    <>
      <WhatWillHappen
        pending={pending}
        figures={[
          { label: t("giftCards.value"), value: <Money value={preview.amount} />, total: true },
        ]}
        effects={[
          { icon: "mail", text: t("giftCards.emailTo", { to: preview.recipientEmail }) },
          ...(preview.needsStepUp
            ? [{ icon: "shield" as const, text: t("giftCards.needsStepUp") }]
            : []),
        ]}
      />
      <pre className={styles.email} tabIndex={0} aria-label={preview.subject}>
        {preview.text}
      </pre>
    </>
  );
}
