import type { ReactNode } from "react";
import type { components } from "../../../api/schema";
import { t } from "../../../messages/t";
import type { IconName } from "../../../ui/Icon";
import { Money, money } from "../../../ui/Money";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import { EmailLink } from "./EmailLink";

type Preview = components["schemas"]["CancelPreview"];

function figuresOf(preview: Preview) {
  const rows: { label: ReactNode; value: ReactNode; total?: boolean; strong?: boolean }[] =
    preview.lines.map((line) => ({
      label: t("refunds.cancelItems", { quantity: line.quantity, title: line.title }),
      value: <Money value={line.amount} />,
    }));
  if (preview.delivery.amount > 0) {
    rows.push({
      label: t("refunds.cancelDelivery"),
      value: <Money value={preview.delivery} />,
    });
  }
  if (preview.isPaid) {
    rows.push(
      { label: t("refunds.paid"), value: <Money value={preview.paid} /> },
      { label: t("refunds.before"), value: <Money value={preview.refundedBefore} negative /> },
      {
        label: t("refunds.cancelRefund"),
        value: <Money value={preview.amount} negative />,
        strong: true,
      },
      {
        label: t("refunds.cancelKept"),
        value: <Money value={preview.remainingAfter} />,
        total: true,
      },
    );
  } else {
    rows.push(
      { label: t("refunds.toPayBefore"), value: <Money value={preview.toPayBefore} /> },
      { label: t("refunds.toPayAfter"), value: <Money value={preview.toPayAfter} />, total: true },
    );
  }
  return rows;
}

function effectsOf(preview: Preview) {
  const effects: { icon: IconName; text: ReactNode }[] = preview.stock.map((step) => ({
    icon: "box",
    text: t("refunds.stock", { title: step.title, before: step.before, after: step.after }),
  }));
  if (preview.isPaid) {
    effects.push(
      ...preview.parts.map((part) => ({
        icon: "money" as const,
        text:
          part.kind === "manual"
            ? t("refunds.byHand", { amount: money(part.amount) })
            : `${part.label}: ${money(part.amount)}`,
      })),
    );
  }
  if (preview.withdrawn.amount > 0) {
    effects.push({
      icon: "undo",
      text: t("refunds.cancelWithdrawn", { amount: money(preview.withdrawn) }),
    });
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
  return effects;
}

/** What a cancellation will do, as the server computed it. */
export function CancelOutcome({
  preview,
  pending,
  error,
}: {
  preview: Preview | null;
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
