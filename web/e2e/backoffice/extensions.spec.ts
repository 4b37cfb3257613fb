import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

const PATH = "/backoffice/settings/extensions";

async function save(page: Page) {
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
}

/** Opens the plug-in's screen once the processes have taken its settings over. */
async function expectNote(page: Page, text: string) {
  await expect(page.getByText("Saved. The shop is taking the change over")).toBeHidden({
    timeout: 60_000,
  });
  const menu = page.getByRole("navigation", { name: "Main" }).first();
  await menu.getByRole("link", { name: "Packing note" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Packing note" })).toBeVisible();
  await expect(page.getByText(text, { exact: true })).toBeVisible();
}

test("a plug-in is listed and set, its settings are taken back, and its screen opens", async ({
  page,
}) => {
  test.slow();
  await signIn(page);
  await page.goto(PATH);
  await expect(
    page.getByRole("heading", { level: 2, name: /^stallage-packing-note/ }),
  ).toBeVisible();
  const settings = page.getByRole("region", { name: "Settings of stallage-packing-note" });
  await expect(settings.getByText("How often it is printed.")).toBeVisible();
  await expectAccessible(page);

  await settings.getByLabel("Copies").fill("9");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(settings.getByText(/less than or equal to 5/)).toBeVisible();
  await settings.getByLabel("Copies").fill("3");
  const key = settings.getByLabel("Printer key", { exact: true });
  await key.fill("the printer key A-1111");
  await save(page);
  await expect(key).toHaveValue("");
  await expect(key).toHaveAttribute("placeholder", "Set, ends in 1111");
  await expectNote(page, "Wrap it twice. 3 × A4");

  await page.goto(PATH);
  const history = page.getByRole("region", { name: "Recent changes" });
  const what = "packing_note: Copies changed, packing_note: Printer key changed";
  const undo = history.getByRole("button", { name: `Undo: ${what}` });
  await expect(undo.first()).toBeVisible();
  const changes = await undo.count();
  await key.fill("another key of 1234");
  await settings.getByLabel("Copies").fill("5");
  await save(page);
  await expect(key).toHaveAttribute("placeholder", "Set, ends in 1234");
  // Both changes have the same name, so the list must have the newest.
  await expect(undo).toHaveCount(changes + 1);
  await undo.first().click();
  await expect(history.getByText("undid a change")).toBeVisible();
  await expect(settings.getByLabel("Copies")).toHaveValue("3");
  await expect(key).toHaveAttribute("placeholder", "Set, ends in 1111");

  // The first change is taken back from the audit log.
  await page.goto("/backoffice/audit?action=settings.changed");
  await page.getByRole("link", { name: "Settings: changed" }).nth(1).click();
  await expect(page.getByText("the printer key A-1111")).toHaveCount(0);
  const back = page.getByRole("region", { name: "Take it back" });
  await back.getByRole("button", { name: /^Undo/ }).click();
  await expect(back.getByText("undone")).toBeVisible();
  await expectAccessible(page);
  await page.goto(PATH);
  await expect(settings.getByLabel("Copies")).toHaveValue("1");
  await expectNote(page, "Wrap it twice. 1 × A4");
});
