import { resolve } from "node:path";
import { type Project } from "@playwright/test";
import journeys from "../playwright.config.ts";
import { type Mutant, readMutants } from "./switches.ts";

const webServer = [journeys.webServer].flat()[0];
if (webServer === undefined) throw new Error("The journeys with mutants need a shop of their own.");
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Off, every journey has to pass. */
const isOn = process.env["MUTANTS_ON"] === "1";
const JOURNEYS = "web/e2e/";
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A mutant's journeys, in a browser whose user agent switches it on. */
function projectOf({ id, tests }: Mutant): Project[] {
  const own = tests.filter(({ file }) => file.startsWith(JOURNEYS));
  const isForPhone = (title: string) => title.includes("@phone");
  return [false, true].flatMap((phone) => {
    const journeysOf = own.filter(({ title }) => isForPhone(title) === phone);
    if (journeysOf.length === 0) return [];
    return {
      name: phone ? `${id} @phone` : id,
      testMatch: journeysOf.map(({ file }) => `**/${file.slice(JOURNEYS.length)}`),
      grep: journeysOf.map(({ title }) => new RegExp(`${literally(title)}$`)),
      use: { ...(phone ? PHONE : DESKTOP), ...(isOn ? { userAgent: `Chrome mutant/${id}` } : {}) },
    };
  });
}

/** Every browser test that a mutant has to fail, once a mutant. They are meant to fail, and soon. */
export default {
  ...journeys,
  testDir: "../e2e",
  testIgnore: [],
  workers: 2,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 5_000 },
  reporter: [["json"]],
  use: { ...journeys.use, actionTimeout: 5_000, trace: "off" as const },
  webServer: { ...webServer, cwd: resolve(import.meta.dirname, "..") },
  projects: readMutants().flatMap(projectOf),
};
