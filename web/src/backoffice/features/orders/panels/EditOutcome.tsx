import type { ReactNode } from "react";
import { t } from "../../../messages/t";
import { useShop } from "../../../session/session";
import type { IconName } from "../../../ui/Icon";
import { Money, money } from "../../../ui/Money";
import type { Fact } from "../../../ui/Panel";
import { fullTime } from "../../../ui/time";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import { EmailLink } from "./EmailLink";
import type { EditPreview } from "./editForm";

/** The lines that change, each with what it costs afterwards. */
function lineFigures(preview: EditPreview): Fact[] {
  return preview.lines
    .filter((line) => line.quantity !== line.quantityBefore)
    .map((line) => ({
      label: t("edits.line", {
        quantity: t("edits.changed", { before: line.quantityBefore, after: line.quantity }),
        title: [line.title, ...line.options].join(", "),
      }),
      value: <Money value={line.amount} />,
    }));
}

/** What is paid, and what is paid too much or still to be paid. */
function paidFigures(preview: EditPreview): Fact[] {
  const { toPayBefore, toPayAfter } = preview;
  const changes = toPayAfter.amount !== toPayBefore.amount || toPayAfter.amount > 0;
  return [
    { label: t("edits.paid"), value: <Money value={preview.paid} /> },
    ...(changes ? toPayFigures(preview, t("edits.toPayOnline")) : []),
    ...(preview.toGiveBack.amount > 0 || !changes ? giveBackFigures(preview) : []),
  ];
}

function giveBackFigures(preview: EditPreview): Fact[] {
  return [
    { label: t("edits.refunded"), value: <Money value={preview.refunded} negative /> },
    { label: t("edits.pending"), value: <Money value={preview.pending} negative /> },
    { label: t("edits.giveBack"), value: <Money value={preview.toGiveBack} />, total: true },
  ];
}

function toPayFigures(preview: EditPreview, label: string): Fact[] {
  const { toPayBefore, toPayAfter } = preview;
  const difference = { ...toPayAfter, amount: toPayAfter.amount - toPayBefore.amount };
  return [
    {
      label: difference.amount < 0 ? t("edits.lessToPay") : t("edits.askFor"),
      value: <Money value={difference} />,
    },
    { label, value: <Money value={toPayAfter} />, total: true },
  ];
}

function figuresOf(preview: EditPreview): Fact[] {
  const discount: Fact[] =
    preview.discount.amount > 0
      ? [{ label: t("edits.discountFigure"), value: <Money value={preview.discount} negative /> }]
      : [];
  return [
    ...lineFigures(preview),
    ...discount,
    { label: t("edits.tax"), value: <Money value={preview.taxAfter} /> },
    { label: t("edits.totalBefore"), value: <Money value={preview.totalBefore} /> },
    { label: t("edits.totalAfter"), value: <Money value={preview.totalAfter} />, strong: true },
    ...(preview.isPaid ? paidFigures(preview) : toPayFigures(preview, t("edits.toPay"))),
  ];
}

function effectsOf(preview: EditPreview, timeZone: string) {
  const effects: { icon: IconName; text: ReactNode }[] = preview.stock.map((step) => ({
    icon: "box",
    text: t("refunds.stock", { title: step.title, before: step.before, after: step.after }),
  }));
  for (const { label, amount } of preview.parts) {
    effects.push({ icon: "money", text: t("edits.partBack", { label, amount: money(amount) }) });
  }
  if (preview.granted.amount > 0) {
    effects.push({
      icon: "money",
      text: t("edits.granted", { amount: money(preview.granted) }),
    });
  }
  if (preview.payUntil !== null) {
    const until = fullTime(preview.payUntil, timeZone);
    effects.push({ icon: "money", text: t("edits.payLink", { until }) });
    effects.push({ icon: "box", text: t("edits.packLater") });
  }
  if (preview.creditNote) {
    const { number, total } = preview.creditNote;
    effects.push({
      icon: "document",
      text: t("refunds.creditNote", { number, total: money(total) }),
    });
  }
  if (preview.addressChanged) effects.push({ icon: "truck", text: t("edits.newAddress") });
  effects.push({
    icon: "mail",
    text: preview.email ? <EmailLink email={preview.email} /> : t("refunds.noEmail"),
  });
  return effects;
}

/** What an edit will do, as the server computed it. */
export function EditOutcome({
  preview,
  pending,
  error,
}: {
  preview: EditPreview | null;
  pending: boolean;
  error: unknown;
}) {
  const { timeZone } = useShop();
  return (
    <WhatWillHappen
      figures={preview ? figuresOf(preview) : []}
      effects={preview ? effectsOf(preview, timeZone) : []}
      pending={pending}
      error={error}
    />
  );
}
