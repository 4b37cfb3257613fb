import { expect, it } from "vitest";
import { bytesText } from "./bytes";

it("uses the largest unit", () => {
  expect([0, 999, 1400, 25_600_000, 3_000_000_000_000, 5e16].map(bytesText)).toEqual([
    "0 byte",
    "999 byte",
    "1.4 kB",
    "26 MB",
    "3 TB",
    "50,000 TB",
  ]);
});
