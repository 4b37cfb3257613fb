import { t } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { money } from "../../../ui/Money";
import { shortDay } from "../../../ui/time";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import { type FulfilmentPreview, noonOf, type Order } from "../detail/order";
import { EmailEffect } from "./EmailFrame";

interface Props {
  order: Order;
  preview: FulfilmentPreview | undefined;
  pending: boolean;
  error: unknown;
}

/** What shipping or delivering will do, as the server computed it. */
export function FulfilmentEffects({ order, preview, pending, error }: Props) {
  const { timeZone } = useShop();
  if (!preview || error) return <WhatWillHappen pending={pending} error={error} />;
  const { statusBefore, statusAfter, statusLabel, remaining, paidOnDelivery, emails } = preview;
  return (
    <WhatWillHappen
      pending={pending}
      figures={[
        ...(statusBefore === statusAfter
          ? []
          : [
              {
                label: t("order.statusChange"),
                value: t("order.change", { before: order.statusLabel, after: statusLabel }),
              },
            ]),
        ...(paidOnDelivery
          ? [{ label: t("order.collected"), value: money(paidOnDelivery), strong: true }]
          : []),
      ]}
      effects={[
        {
          icon: "box",
          text: remaining > 0 ? t("order.remaining", { count: remaining }) : t("order.allShipped"),
        },
        ...(preview.arrivesBy
          ? [
              {
                icon: "truck" as const,
                text: t("order.arrives", {
                  day: shortDay(noonOf(preview.arrivesBy), timeZone),
                }),
              },
            ]
          : []),
        ...(emails.length > 0
          ? emails.map((email) => ({
              icon: "mail" as const,
              text: <EmailEffect email={email} />,
            }))
          : [{ icon: "mail" as const, text: t("order.noEmail") }]),
      ]}
    />
  );
}
