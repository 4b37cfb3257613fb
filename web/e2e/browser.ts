const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
const CHROMIUM = process.env["STALLAGE_CHROMIUM"] ?? "/usr/bin/chromium";

/** The whole browser, with a window that is not shown. */
export const BROWSER = { executablePath: CHROMIUM, args: ARGUMENTS };

/** Chromium's headless shell, if there is one: it takes less of the processor, and stores no pages for Back. */
export const SHELL = {
  executablePath: process.env["STALLAGE_HEADLESS_SHELL"] ?? CHROMIUM,
  args: ARGUMENTS,
};
