import { Button, Modal, Radio, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { ApiError, fieldErrors } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator, useShop } from "../../session/session";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote } from "../../ui/ErrorPanel";
import type { IconName } from "../../ui/Icon";
import { Money, money } from "../../ui/Money";
import { fullTime } from "../../ui/time";
import { toast } from "../../ui/toasts";
import { newTransfer, type Transfer, TransferFields } from "../../ui/TransferFields";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import styles from "./drafts.module.css";
import {
  type Draft,
  draftQuery,
  type Payment,
  type PlacePreview,
  placePreviewQuery,
} from "./queries";

interface Props {
  draft: Draft;
  payments: readonly Payment[];
  onClose: () => void;
}

const HELP = {
  link: ["drafts.byLink", "drafts.byLinkHelp", "drafts.sendLink"],
  cod: ["drafts.byCod", "drafts.byCodHelp", "drafts.placeCod"],
  manual: ["drafts.byManual", "drafts.byManualHelp", "drafts.placeManual"],
} as const;

function usePlacing(draft: Draft, payment: Payment, transfer: Transfer, onPlaced: () => void) {
  const client = useQueryClient();
  const { headers, renewAfter } = useIdempotencyKey();
  const query = useQuery(placePreviewQuery(draft.id, draft.version, payment));
  const preview = query.data ?? null;
  const place = useMutation({
    mutationFn: (seen: PlacePreview) =>
      unwrap(
        api.POST("/api/admin/v1/drafts/{draftId}/order", {
          params: {
            path: { draftId: draft.id },
            header: { ...headers, "If-Match": draft.version },
          },
          body: {
            payment,
            expectedTotal: seen.total.amount,
            ...(payment === "manual" ? { manual: manualOf(transfer) } : {}),
          },
        }),
      ),
    onSuccess: async ({ orderId }) => {
      toast(t("drafts.placed", { orderId }));
      onPlaced();
      await client.invalidateQueries({ queryKey: draftQuery(draft.id).queryKey });
      await client.invalidateQueries({ queryKey: ["drafts"] });
      await client.invalidateQueries({ queryKey: ["orders"] });
    },
    onError: (error) => {
      renewAfter(error);
      void query.refetch();
    },
  });
  return { query, preview, place };
}

function manualOf({ method, reference, day }: Transfer) {
  return { method, reference: reference.trim(), receivedOn: day };
}

/** How the shopper pays, what placing will do, and the button that does it. */
export function PlacePanel({ draft, payments, onClose }: Props) {
  const { timeZone } = useShop();
  const canMark = useOperator().can("orders.mark_paid");
  const offered = payments.filter((one) => one !== "manual" || canMark);
  const [payment, setPayment] = useState<Payment>(offered[0] ?? "link");
  const [transfer, setTransfer] = useState(newTransfer(timeZone));
  const { query, preview, place } = usePlacing(draft, payment, transfer, onClose);
  const online = useOnline();
  const isComplete = payment !== "manual" || transfer.day !== "";
  return (
    <ActionPanel
      title={t("drafts.place")}
      opened
      onClose={onClose}
      footer={
        <div className={styles.form}>
          <ErrorNote error={place.error} isWrite />
          <Button
            variant="filled"
            fullWidth
            loading={place.isPending}
            disabled={!preview || query.isError || !online || !isComplete}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => preview && place.mutate(preview)}
          >
            {preview ? t(HELP[payment][2], { amount: money(preview.payable) }) : t("drafts.place")}
          </Button>
          <p className="quiet tiny">{t("drafts.placeOnce")}</p>
        </div>
      }
    >
      <div className={styles.form}>
        <Payments payments={offered} value={payment} onChange={setPayment} />
        {payment === "manual" ? (
          <TransferFields
            value={transfer}
            dayLabel={t("drafts.receivedOn")}
            errors={errorsOf(place.error)}
            onChange={setTransfer}
          />
        ) : null}
        <WhatWillHappen
          figures={preview && !query.isError ? figuresOf(preview, payment) : []}
          effects={preview && !query.isError ? effectsOf(preview, timeZone) : []}
          pending={query.isFetching}
          error={query.error}
        />
        <Missing error={query.error} />
      </div>
    </ActionPanel>
  );
}

interface PaymentsProps {
  payments: readonly Payment[];
  value: Payment;
  onChange: (payment: Payment) => void;
}

function Payments({ payments, value, onChange }: PaymentsProps) {
  return (
    <Radio.Group label={t("drafts.payment")} value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {payments.map((one) => (
          <Radio key={one} value={one} label={t(HELP[one][0])} description={t(HELP[one][1])} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** The messages about how it was paid. */
function errorsOf(error: unknown) {
  const fields = fieldErrors(error);
  return {
    method: fields["manual.method"],
    reference: fields["manual.reference"],
    day: fields["manual.receivedOn"],
  };
}

/** The fields that the server still needs, such as the street. */
function Missing({ error }: { error: unknown }) {
  const messages = error instanceof ApiError ? Object.values(fieldErrors(error)) : [];
  return messages.length === 0 ? null : (
    <ul className="small" role="alert">
      {messages.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

function figuresOf(preview: PlacePreview, payment: Payment) {
  return [
    { label: t("drafts.total"), value: <Money value={preview.total} /> },
    {
      label: payment === "manual" ? t("drafts.paid") : t("drafts.toPay"),
      value: <Money value={preview.payable} />,
      total: true,
    },
  ];
}

function effectsOf(preview: PlacePreview, timeZone: string) {
  const effects: { icon: IconName; text: React.ReactNode }[] = preview.stock.map((step) => ({
    icon: "box",
    text: t("drafts.stock", { title: step.title, before: step.before, after: step.after }),
  }));
  if (preview.payUntil !== null) {
    effects.push({
      icon: "info",
      text: t("drafts.until", { time: fullTime(preview.payUntil, timeZone) }),
    });
  }
  effects.push({
    icon: "mail",
    text: preview.email ? <EmailLink email={preview.email} /> : t("drafts.noEmail"),
  });
  return effects;
}

function EmailLink({ email }: { email: NonNullable<PlacePreview["email"]> }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      {t("drafts.emailTo", { to: email.to })}{" "}
      <button type="button" className="link" onClick={() => setOpened(true)}>
        {t("drafts.showEmail")}
      </button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={email.subject}
        size="lg"
        closeButtonProps={{ "aria-label": t("ui.close") }}
      >
        {email.html ? (
          // Without scripts and without the back office's origin.
          <iframe
            className={styles.frame}
            sandbox=""
            srcDoc={email.html}
            title={t("drafts.showEmail")}
          />
        ) : (
          <pre className={styles.sms}>{email.text}</pre>
        )}
      </Modal>
    </>
  );
}
