/** How long a shopper's page and mail took to follow an operator's action, in ms. */
export interface Followed {
  browser: string;
  action: string;
  page: number;
  /** Null if the action sends no mail. */
  mail: number | null;
}

/** All of this run. */
export const followed: Followed[] = [];

/**
 * With STALLAGE_FOLLOW_WITHIN=2000, a page or a mail that takes longer fails the run. Without it, times
 * are only printed: a slow machine is no fault of the shop.
 */
const WITHIN = Number(process.env["STALLAGE_FOLLOW_WITHIN"] ?? "Infinity");

function inMs(time: number | null): string {
  return (time === null ? "–" : `${time} ms`).padStart(9);
}

/** Prints what was measured, and returns how many actions were followed too late. */
export function report(): number {
  if (followed.length === 0) return 0;
  const late = followed.filter(({ page, mail }) => Math.max(page, mail ?? 0) > WITHIN);
  console.log("From the operator's click to the shopper's reloaded page, and to the mail:");
  for (const { browser, action, page, mail } of followed) {
    const mark = late.some((one) => one.browser === browser && one.action === action);
    console.log(
      `  ${browser.padEnd(24)} ${action.padEnd(22)} ${inMs(page)} ${inMs(mail)}${mark ? "  TOO LATE" : ""}`,
    );
  }
  const pages = followed.map(({ page }) => page);
  const mails = followed.flatMap(({ mail }) => (mail === null ? [] : [mail]));
  const limit = Number.isFinite(WITHIN) ? `, limit ${WITHIN} ms` : "";
  console.log(`  slowest: page ${Math.max(...pages)} ms, mail ${Math.max(...mails)} ms${limit}`);
  return late.length;
}
