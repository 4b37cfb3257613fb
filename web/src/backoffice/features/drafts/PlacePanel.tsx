import { Button, Modal, Radio, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { ApiError, fieldErrors } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useShop } from "../../session/session";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote } from "../../ui/ErrorPanel";
import type { IconName } from "../../ui/Icon";
import { Money, money } from "../../ui/Money";
import { fullTime } from "../../ui/time";
import { toast } from "../../ui/toasts";
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

function usePlacing(draft: Draft, payment: Payment, onPlaced: () => void) {
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
          body: { payment, expectedTotal: seen.total.amount },
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

/** How the shopper pays, what placing will do, and the button that does it. */
export function PlacePanel({ draft, payments, onClose }: Props) {
  const [payment, setPayment] = useState<Payment>(payments[0] ?? "link");
  const { query, preview, place } = usePlacing(draft, payment, onClose);
  const { timeZone } = useShop();
  const online = useOnline();
  const label = () => {
    if (!preview) return t("drafts.place");
    const amount = money(preview.payable);
    return payment === "link" ? t("drafts.sendLink", { amount }) : t("drafts.placeCod", { amount });
  };
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
            disabled={!preview || query.isError || !online}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => preview && place.mutate(preview)}
          >
            {label()}
          </Button>
          <p className="quiet tiny">{t("drafts.placeOnce")}</p>
        </div>
      }
    >
      <div className={styles.form}>
        <Radio.Group
          label={t("drafts.payment")}
          value={payment}
          onChange={(value) => setPayment(value === "cod" ? "cod" : "link")}
        >
          <Stack gap="xs" mt="xs">
            {payments.map((one) => (
              <Radio
                key={one}
                value={one}
                label={one === "link" ? t("drafts.byLink") : t("drafts.byCod")}
                description={one === "link" ? t("drafts.byLinkHelp") : t("drafts.byCodHelp")}
              />
            ))}
          </Stack>
        </Radio.Group>
        <WhatWillHappen
          figures={preview && !query.isError ? figuresOf(preview) : []}
          effects={preview && !query.isError ? effectsOf(preview, timeZone) : []}
          pending={query.isFetching}
          error={query.error}
        />
        <Missing error={query.error} />
      </div>
    </ActionPanel>
  );
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

function figuresOf(preview: PlacePreview) {
  return [
    { label: t("drafts.total"), value: <Money value={preview.total} /> },
    { label: t("drafts.toPay"), value: <Money value={preview.payable} />, total: true },
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
