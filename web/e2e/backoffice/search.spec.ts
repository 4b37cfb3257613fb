import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { placedOrder } from "./guestOrder";
import { signIn } from "./operator";

/** Chromium on Linux has neither a camera here nor a reader of barcodes. */
async function giveCamera(page: Page, barcode: string): Promise<void> {
  await page.addInitScript((text) => {
    class BarcodeDetector {
      static getSupportedFormats = () => Promise.resolve(["code_128"]);
      detect = () => Promise.resolve([{ rawValue: text }]);
    }
    Object.assign(window, { BarcodeDetector });
    const canvas = document.createElement("canvas");
    const draw = () => {
      canvas.getContext("2d")?.fillRect(0, 0, 10, 10);
      requestAnimationFrame(draw);
    };
    draw();
    const mediaDevices = { getUserMedia: () => Promise.resolve(canvas.captureStream(10)) };
    Object.defineProperty(navigator, "mediaDevices", { value: mediaDevices });
  }, barcode);
}

async function startScan(page: Page): Promise<void> {
  await page.goto("/backoffice/");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("button", { name: "Scan a barcode" }).click();
}

test("the camera finds the order of a packing slip @phone", async ({ page }) => {
  const number = await placedOrder(page);
  await signIn(page);
  await giveCamera(page, number);
  await startScan(page);
  await expect(page).toHaveURL(new RegExp(`/orders/${number}$`));
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("another barcode is searched for @phone", async ({ page }) => {
  await signIn(page);
  await giveCamera(page, "KG-MUG-NOTHING");
  await startScan(page);
  await expect(page.getByLabel("Search, or type a command")).toHaveValue("KG-MUG-NOTHING");
  await expectAccessible(page);
});

test("a browser that reads no barcodes offers no camera @phone", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByLabel("Search, or type a command")).toBeFocused();
  await expect(page.getByRole("button", { name: "Scan a barcode" })).toHaveCount(0);
});
