import type { Count } from "../../api/list";
import { number } from "@/format/number";

/** "142", or "10,000+" for a count that was capped. */
export function countText({ value, exact }: Count): string {
  return `${number(value)}${exact ? "" : "+"}`;
}
