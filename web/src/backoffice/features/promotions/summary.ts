import { t } from "../../messages/t";
import { money } from "../../ui/Money";
import { fullTime, isPast } from "../../ui/time";

interface Schedule {
  startsAt: string;
  endsAt: string | null;
}

/** "from Dec 1, 2026, 12:00 AM to Dec 24, 2026, 12:00 AM" */
export function scheduleText({ startsAt, endsAt }: Schedule, timeZone: string): string {
  const from = fullTime(startsAt, timeZone);
  if (endsAt === null) {
    return isPast(startsAt)
      ? t("promotions.sinceTime", { from })
      : t("promotions.fromTime", { from });
  }
  return t("promotions.fromTo", { from, to: fullTime(endsAt, timeZone) });
}

interface Reduction {
  isPercent: boolean;
  percent: number | null;
  amount: number | null;
}

/** "20% off" */
export function reductionText({ isPercent, percent, amount }: Reduction, currency: string): string {
  if (isPercent) return t("promotions.off", { what: `${percent ?? 0}%` });
  return t("promotions.off", { what: money({ amount: amount ?? 0, currency }) });
}

/** Sentences of what applies, joined: "20% off everything, from …, once per customer". */
export function joined(parts: readonly (string | false | null)[]): string {
  return parts.filter(Boolean).join(", ");
}
