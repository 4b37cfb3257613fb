import type { ReactNode } from "react";
import { t } from "../../../messages/t";
import type { IconName } from "../../../ui/Icon";
import { Money, money } from "../../../ui/Money";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import { EmailLink } from "./EmailLink";
import type { RefundPreview } from "./refundForm";

function figuresOf(preview: RefundPreview) {
  const { parts, toWallet } = preview;
  const isSplit = parts.length + (toWallet.amount > 0 ? 1 : 0) > 1;
  return [
    { label: t("refunds.paid"), value: <Money value={preview.paid} /> },
    ...(preview.refundedBefore.amount > 0
      ? [{ label: t("refunds.before"), value: <Money value={preview.refundedBefore} negative /> }]
      : []),
    ...(preview.pending.amount > 0
      ? [{ label: t("refunds.pending"), value: <Money value={preview.pending} negative /> }]
      : []),
    { label: t("refunds.this"), value: <Money value={preview.amount} negative />, strong: true },
    ...(isSplit
      ? [
          ...parts.map((part) => ({
            label: t("refunds.part", { label: part.label }),
            value: <Money value={part.amount} />,
          })),
          ...(toWallet.amount > 0
            ? [{ label: t("refunds.wallet"), value: <Money value={toWallet} /> }]
            : []),
        ]
      : []),
    ...(preview.paidBackBefore.amount > 0
      ? [
          {
            label: t("refunds.paidBackBefore"),
            value: <Money value={preview.paidBackBefore} />,
          },
        ]
      : []),
    { label: t("refunds.kept"), value: <Money value={preview.remainingAfter} />, total: true },
  ];
}

function effectsOf(preview: RefundPreview) {
  const effects: { icon: IconName; text: ReactNode }[] = preview.stock.map((step) => ({
    icon: "box",
    text: t("refunds.stock", { title: step.title, before: step.before, after: step.after }),
  }));
  for (const part of preview.parts.filter(({ kind }) => kind === "manual")) {
    effects.push({ icon: "money", text: t("refunds.byHand", { amount: money(part.amount) }) });
  }
  if (preview.creditNote) {
    const { number, total } = preview.creditNote;
    effects.push({
      icon: "document",
      text: t("refunds.creditNote", { number, total: money(total) }),
    });
  }
  effects.push({
    icon: "mail",
    text: preview.email ? <EmailLink email={preview.email} /> : t("refunds.noEmail"),
  });
  if (preview.needsApproval) effects.push({ icon: "shield", text: t("refunds.approval") });
  return effects;
}

/** What a refund will do, as the server computed it. */
export function RefundOutcome({
  preview,
  pending,
  error,
}: {
  preview: RefundPreview | null;
  pending: boolean;
  error: unknown;
}) {
  return (
    <WhatWillHappen
      figures={preview ? figuresOf(preview) : []}
      effects={preview ? effectsOf(preview) : []}
      pending={pending}
      error={error}
    />
  );
}
