import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { pictureOf } from "../pictures";
import { signIn } from "./operator";

const VIDEO = fileURLToPath(
  new URL("../../../server/stallage/demo/shop/media/water-jug-video.webm", import.meta.url),
);

test("videos and a spin are added to a product, and seen in the shop", async ({ page }) => {
  // Many uploads, and the whole way from the editor to the shop.
  test.slow();
  const title = `Turning bowl ${Date.now()}`;
  await signIn(page);
  await page.goto("/backoffice/products/new");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await page.getByText("Active", { exact: true }).click();
  await page.getByRole("textbox", { name: "Price of Variant" }).fill("24");

  const videos = page.locator('input[data-choose="Add video"]');
  await videos.setInputFiles({
    name: "holiday.mp4",
    mimeType: "video/mp4",
    buffer: Buffer.from("<html>not a video</html>"),
  });
  await expect(page.getByText(/holiday\.mp4: This file cannot be played/)).toBeVisible();
  await videos.setInputFiles(VIDEO);
  await expect(page.getByText(/holiday\.mp4/)).toHaveCount(0);
  await page.getByRole("textbox", { name: "Title of Video 1" }).fill("A turn");

  const shades = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
  const files = shades.map((number) => pictureOf(`turn ${number}.png`, [20 * number, 140, 90], 40));
  const frames = page.locator('input[data-choose="Add spin pictures"]');
  await frames.setInputFiles(files.slice(0, 3));
  await expect(page.getByText("Add at least 5 more pictures.")).toBeVisible();
  await page.getByRole("button", { name: "Remove spin", exact: true }).press("Enter");
  await frames.setInputFiles(files);
  await expect(page.getByRole("img", { name: "Spin picture 10" })).toBeVisible();
  await page.getByRole("button", { name: "Remove Spin picture 10" }).press("Enter");
  await expect(page.getByRole("img", { name: "Spin picture 10" })).toHaveCount(0);
  const first = await page
    .getByRole("img", { name: "Spin picture 1", exact: true })
    .getAttribute("src");
  await page.getByRole("button", { name: "Turn the other way" }).press("Enter");
  await expect(page.getByRole("img", { name: "Spin picture 9" })).toHaveAttribute(
    "src",
    first ?? "",
  );
  await expectAccessible(page);

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Product saved").first()).toBeVisible();
  await expect(page).toHaveURL(/\/products\/\d+$/);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Title of Video 1" })).toHaveValue("A turn");
  await expect(page.getByRole("img", { name: "Spin picture 9" })).toHaveAttribute(
    "src",
    first ?? "",
  );

  const shown = page.getByRole("link", { name: "View in shop" });
  await page.goto((await shown.getAttribute("href")) ?? "");
  await expect(page.getByRole("button", { name: "Play video: A turn" })).toBeVisible();
  await page.getByRole("button", { name: `Turn ${title}` }).click();
  await expect(page.getByRole("slider")).toHaveAttribute("aria-valuemax", "320");
});
