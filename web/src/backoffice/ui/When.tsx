import { useShop } from "../session/session";
import { clockTime, fullTime, relativeTime, shortDay, shortTime } from "./time";

interface Props {
  /** ISO 8601. */
  at: string;
  /** short: "Today, 10:31 AM" · day · clock · full · ago: "3 minutes ago". */
  as?: "short" | "day" | "clock" | "full" | "ago";
}

/** A time in the shop's time zone. The exact time is in the tooltip. */
export function When({ at, as = "short" }: Props) {
  const { timeZone } = useShop();
  const shown = {
    short: () => shortTime(at, timeZone),
    day: () => shortDay(at, timeZone),
    clock: () => clockTime(at, timeZone),
    full: () => fullTime(at, timeZone),
    ago: () => relativeTime(at),
  }[as]();
  return (
    <time dateTime={at} title={fullTime(at, timeZone)} className="nowrap">
      {shown}
    </time>
  );
}
