import { type BrowserContext, expect, type Page } from "@playwright/test";
import { permissionOf } from "./contract";
import { type Controls, Watched } from "./controls";
import type { Member } from "./operators";
import type { Records } from "./records";
import { pathOf, type Screen, SCREENS } from "./screens";

/** The controls that somebody sees, by screen. A screen that they cannot open is missing. */
export type Seen = ReadonlyMap<string, Controls>;

export interface Walk {
  seen: Seen;
  /** Refused calls, errors in the console and pages that should be open and are not. */
  problems: readonly string[];
}

function isOpenTo({ permissions }: Member, { permission }: Screen): boolean {
  return permission === undefined || permissions.has(permission);
}

/** Whether somebody opens a screen or a panel by its buttons. */
export function mayOpen(member: Member, screen: Screen): boolean {
  if (!isOpenTo(member, screen)) return false;
  return !screen.panel || member.permissions.has(permissionOf(screen.panel.call));
}

/**
 * Opens every screen as an operator who follows links, and every address of a screen that is not theirs.
 * `context`: a browser that others may have used before, so that it has the application's files already.
 */
export async function walk(
  context: BrowserContext,
  member: Member,
  records: Records,
): Promise<Walk> {
  await context.setStorageState(await member.context.storageState());
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const watched = new Watched(page);
  const seen = new Map<string, Controls>();
  await page.goto("/backoffice/");
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
  seen.set(
    "Frame",
    new Map([
      ...(await watched.controls(page.getByRole("navigation", { name: "Main" }).first())),
      ...(await watched.controlsAndMenus(page.getByRole("banner"))),
    ]),
  );
  seen.set("Search", await watched.offered(records.toShip));
  for (const screen of SCREENS) {
    const found = await visit(page, watched, member, screen, records, seen);
    if (found) seen.set(screen.name, found);
  }
  await page.close();
  return { seen, problems: watched.problems };
}

async function visit(
  page: Page,
  watched: Watched,
  member: Member,
  screen: Screen,
  records: Records,
  seen: Seen,
): Promise<Controls | null> {
  // Some panels are dialogs beside the page.
  const content = page.locator("#content, [role=dialog]");
  const { panel } = screen;
  if (panel?.press !== undefined && !mayOpen(member, screen)) return null;
  watched.at = `${member.role}, ${screen.name}`;
  await watched.open(pathOf(screen, records));
  if (!isOpenTo(member, screen)) {
    await expect(page.getByRole("heading", { name: "No access" })).toBeVisible();
    return null;
  }
  const last = watched.snapshot;
  const isOther = (_controls: Controls, snapshot: string) => snapshot !== last;
  if (!panel) return watched.controlsAndMenus(content, isOther);
  const before = seen.get(panel.of);
  const own = (all: Controls) =>
    new Map([...all].filter(([control]) => before?.has(control) !== true));
  if (panel.press === undefined) {
    const isNext = mayOpen(member, screen)
      ? (all: Controls, snapshot: string) => snapshot !== last && own(all).size > 0
      : (all: Controls) => own(all).size === 0;
    return own(await watched.controls(content, isNext));
  }
  await watched.controls(content);
  const button = content.getByRole("button", { name: panel.press });
  await button
    .or(content.getByRole("checkbox", { name: panel.press }))
    .first()
    .click();
  return own(
    await (panel.press instanceof RegExp
      ? watched.controlsAndMenus(content)
      : watched.controls(content)),
  );
}
