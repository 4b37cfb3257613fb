import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";

const PRODUCT = "/products/water-jug";
const TITLE = "Tall water jug";
const VIDEO = "The tall water jug on a turntable";

function slider(page: Page) {
  return page.getByRole("slider", { name: `Turn ${TITLE}` });
}

function frames(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/media/") && request.url().endsWith("?w=640")) {
      requested.push(request.url());
    }
  });
  return requested;
}

/** Whether the video has begun to play. */
function hasPlayed(page: Page) {
  return page
    .locator("video")
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime > 0);
}

test("a spin turns by keys and by dragging, and loads its frames when it is started", async ({
  page,
}) => {
  await page.goto(PRODUCT);
  const start = page.getByRole("button", { name: `Turn ${TITLE}` });
  await expect(start).toBeVisible();
  await expect(slider(page)).toHaveCount(0);
  await start.press("Enter");
  await expect(slider(page)).toBeFocused();
  await expect(page.getByText("Drag to turn, or use the arrow keys")).toBeVisible();
  await expect(slider(page)).toHaveAttribute("aria-valuetext", "0 degrees");
  const shown = slider(page).locator("img");
  await expect(page.getByText(/^Loading picture/)).toHaveCount(0);
  const front = await shown.getAttribute("src");
  await page.keyboard.press("ArrowRight");
  await expect(slider(page)).toHaveAttribute("aria-valuetext", "15 degrees");
  await expect(shown).not.toHaveAttribute("src", front ?? "");
  await page.keyboard.press("Home");
  await expect(shown).toHaveAttribute("src", front ?? "");
  await page.keyboard.press("PageUp");
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "90");
  await expectAccessible(page);

  const box = await slider(page).boundingBox();
  if (!box) throw new Error("the spin has no size");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + box.width / 4, middle.y, { steps: 6 });
  await page.mouse.up();
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "180");
  await page.getByRole("button", { name: "Back to the picture" }).click();
  await expect(start).toBeVisible();
});

test("a video plays by keyboard, and is quiet below the lightbox", async ({ page }) => {
  await page.goto(PRODUCT);
  const video = page.locator("video").first();
  await expect(video).toHaveAttribute("preload", "none");
  await page.getByRole("button", { name: `Play video: ${VIDEO}` }).press("Enter");
  await expect.poll(() => hasPlayed(page)).toBe(true);
  await expect(video).toBeFocused();
  await page.getByRole("button", { name: `Enlarge video: ${VIDEO}` }).press("Enter");
  const dialog = page.getByRole("dialog", { name: TITLE });
  await expect(dialog.getByText("3 of 5")).toBeVisible();
  await expect(video).toHaveJSProperty("paused", true);
  await expectAccessible(page);
  await expect(dialog.getByRole("button", { name: "Zoom in" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await dialog.getByRole("button", { name: "Previous" }).press("Enter");
  await dialog.getByRole("button", { name: `Turn ${TITLE}` }).press("Enter");
  const turned = dialog.getByRole("slider");
  await expect(turned).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(turned).toHaveAttribute("aria-valuetext", "345 degrees");
  await expect(dialog.getByText("2 of 5")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Enlarge the 360° view" })).toBeFocused();
});

test("frames wait until the spin is started; a finger turns it @phone", async ({ page }) => {
  const requested = frames(page);
  await page.goto(PRODUCT);
  await expect(page.getByRole("button", { name: `Play video: ${VIDEO}` })).toBeAttached();
  expect(new Set(requested).size).toBeLessThan(6);
  await page.getByRole("button", { name: `Turn ${TITLE}` }).tap();
  await expect(slider(page)).toBeVisible();
  await expect(page.getByText(/^Loading picture/)).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(slider(page)).toHaveAttribute("aria-valuetext", "15 degrees");
  await expectAccessible(page);
});

test("in the dark, spin and video are as bright as the pictures, and the lightbox is even", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.goto(PRODUCT);
  const brightness = "brightness(0.88)";
  const picture = page.getByRole("button", { name: /^Enlarge picture/ }).first();
  await expect(picture.locator("span").first()).toHaveCSS("filter", brightness);
  await expect(page.locator("video").first()).toHaveCSS("filter", brightness);
  await page.getByRole("button", { name: `Turn ${TITLE}` }).press("Enter");
  await expect(slider(page).locator("img")).toHaveCSS("filter", brightness);
  await picture.press("Enter");
  const dialog = page.getByRole("dialog", { name: TITLE });
  await expect(dialog.getByText("1 of 5")).toBeVisible();
  // Who looks closely sees the picture as it is, on one ground.
  await expect(dialog.getByRole("img").locator("..")).toHaveCSS("filter", "none");
  await expect(dialog).toHaveCSS("background-color", "rgb(23, 21, 19)");
});

test("with forced colours, what cannot be pressed in the lightbox looks so", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(PRODUCT);
  await page
    .getByRole("button", { name: /^Enlarge picture/ })
    .first()
    .press("Enter");
  const colourOf = (name: string) =>
    page
      .getByRole("dialog")
      .getByRole("button", { name })
      .evaluate((element) => getComputedStyle(element).color);
  await expect(page.getByRole("dialog").getByText("1 of 5")).toBeVisible();
  expect(await colourOf("Zoom out")).not.toBe(await colourOf("Zoom in"));
});

test("the dots of a phone's gallery cover neither a hint nor a video's controls @phone", async ({
  page,
}) => {
  await page.goto(PRODUCT);
  const dot = page.locator("i[data-current]");
  const middle = () => dot.evaluate((element) => element.getBoundingClientRect().top);
  await page.getByRole("button", { name: `Turn ${TITLE}` }).tap();
  const hint = await page.getByText("Drag to turn, or use the arrow keys").boundingBox();
  expect((hint?.y ?? 0) + (hint?.height ?? 0)).toBeLessThan(await middle());
  await page.getByRole("button", { name: `Play video: ${VIDEO}` }).focus();
  const video = await page.locator("video").first().boundingBox();
  await expect.poll(middle).toBeLessThan((video?.y ?? 0) + (video?.height ?? 0) / 4);
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the first frame is shown, and the video has the browser's controls", async ({ page }) => {
    await page.goto(PRODUCT);
    await expect(page.getByRole("img", { name: `${TITLE}, from all sides` })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Play video/ })).toHaveCount(0);
    const video = page.locator("video").first();
    await expect(video).toBeVisible();
    await expect(video).toHaveAttribute("controls", "");
    await expect(video).toHaveAttribute("poster", /\.webp\?w=960$/);
    await expect(video.locator("source")).toHaveAttribute("type", "video/webm");
  });
});
