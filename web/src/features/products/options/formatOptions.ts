import type { ChosenOption } from "@/api/types";

/** A SKU's options in one line: "Colour: Black · Size: L". */
export function formatOptions(options: readonly ChosenOption[]): string {
  return options.map(({ name, value }) => `${name}: ${value}`).join(" · ");
}
