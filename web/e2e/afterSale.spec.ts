import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { pictureOf } from "./pictures";
import {
  addToCart,
  advanceOrder,
  enterCode,
  fillAddress,
  emailTo,
  linkIn,
  newEmail,
  placeOrder,
  signIn,
  stallage,
} from "./shopper";

// Each operator command starts a process, which is slow on a busy machine.
test.slow();

const MEGABYTE = 1024 * 1024;

async function order(page: Page, slug: string): Promise<string> {
  await addToCart(page, slug);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  return placeOrder(page);
}

test("a review with pictures is written on the product page and appears in the list", async ({
  page,
}) => {
  const slug = "everyday-mug";
  await page.goto(`/products/${slug}`);
  // A guest signs in first and returns; without a delivery there is nothing to review.
  await page.getByRole("link", { name: "Write a review" }).click();
  await enterCode(page, newEmail());
  await expect(
    page.getByRole("heading", { name: "You cannot review this product yet" }),
  ).toBeVisible();
  const orderId = await order(page, slug);
  await advanceOrder(orderId, "delivered");
  await page.goto(`/products/${slug}`);
  await page.getByRole("link", { name: "Write a review" }).click();
  await expect(page).toHaveURL(new RegExp(`/write-review/${orderId}\\?sku=`));

  // Stars by keyboard: the first arrow chooses, each further one adds a star.
  await page.getByRole("radio", { name: "1 star" }).focus();
  for (let star = 1; star < 4; star += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await page.getByLabel("Headline").fill("Sits well");
  await page.getByLabel("Your review").fill("In the hand, <b>every</b> day.");
  await expect(page.getByText("1970 characters left.")).toBeVisible();

  // Invalid, too large and surplus pictures are named; the others and the text stay.
  const add = page.getByLabel("Add pictures");
  const problems = page.getByRole("main").getByRole("alert");
  const words = Buffer.from("not a picture, whatever its name says");
  await add.setInputFiles([
    { name: "words.png", mimeType: "image/png", buffer: words },
    { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(5 * MEGABYTE + 1) },
    { name: "empty.png", mimeType: "image/png", buffer: Buffer.alloc(0) },
  ]);
  await expect(problems.getByRole("listitem")).toHaveText([
    "words.png: Please upload a JPEG, PNG or WebP picture.",
    "large.png: The picture is larger than 5 MB.",
    "empty.png: Please upload a file.",
  ]);
  await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(0);
  await add.setInputFiles(
    [1, 2, 3, 4, 5, 6].map((number) => pictureOf(`${number}.png`, [number * 40, 80, 80])),
  );
  await expect(problems).toHaveText("No more than 5 pictures can be added. Left out: 6.png.");
  await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(5);
  await expect(add).toBeHidden();
  await expect(page.getByLabel("Headline")).toHaveValue("Sits well");
  await expect(page.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await page.getByRole("button", { name: "Remove picture 5" }).click();
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByText("Thank you for your review")).toBeVisible();
  // It can be edited for a while, starting with the current text.
  await page.getByRole("button", { name: "Edit review" }).click();
  await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(4);
  await expect(page.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await page.getByLabel("Headline").fill("Sits very well");
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByText("Sits very well")).toBeVisible();

  const reviews = page.getByRole("region", { name: "Reviews", exact: true });
  const withPictures = reviews.getByRole("button", { name: /^With (a picture|pictures)/ });
  // Pages for everybody may be older than a change for two seconds.
  await expect(async () => {
    await page.goto(`/products/${slug}`);
    await expect(withPictures).toBeVisible({ timeout: 5000 });
  }).toPass();
  await withPictures.click();
  const mine = reviews.getByRole("article").filter({ hasText: "Sits very well" }).first();
  await expect(mine).toContainText("In the hand, <b>every</b> day.");
  await expect(mine).toContainText("Verified purchase");
  await expect(mine.getByRole("link", { name: /^Open picture/ })).toHaveCount(4);
  await reviews.getByRole("button", { name: "Show reviews with 4 stars" }).click();
  await expect(mine).toBeVisible();
  await mine.getByRole("button", { name: /^Helpful/ }).click();
  await expect(page.getByText("You cannot vote for your own review.")).toBeVisible();

  // A customer who bought it can answer questions, and is marked as such.
  const question = page
    .getByRole("region", { name: "Questions and answers" })
    .getByRole("listitem")
    .filter({ hasText: "Is there a lid for it?" });
  await question.getByRole("button", { name: "Answer this question" }).click();
  await page.getByLabel("Your answer").fill(`A saucer fits ${orderId}.`);
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(question).toContainText(`A saucer fits ${orderId}.`);
  await expect(question).toContainText(", verified buyer");
  await expectAccessible(page);
});

test("reviews are sorted and paged, and each customer's vote counts once", async ({ page }) => {
  await page.goto("/products/dinner-plate");
  const reviews = page.getByRole("region", { name: "Reviews", exact: true });
  const titles = reviews.getByRole("article").getByRole("heading");
  await expect(reviews.getByRole("article")).toHaveCount(5);
  await reviews.getByRole("button", { name: "Show more reviews" }).click();
  await expect(reviews.getByRole("article")).toHaveCount(7);
  await expect(reviews.getByRole("button", { name: "Show more reviews" })).toBeHidden();
  await reviews.getByLabel("Sort reviews").selectOption("Lowest rating");
  await expect(titles.first()).toHaveText("Two of six were chipped");
  await reviews.getByLabel("Sort reviews").selectOption("Most helpful");
  await expect(titles.first()).toHaveText("Eight plates, level stack");

  // A guest signs in to vote. The vote is still there after a reload.
  const review = reviews.getByRole("article").filter({ hasText: "Low edge" });
  const helpful = review.getByRole("button", { name: "Helpful" });
  const votes = async () => Number(/\d+/.exec((await helpful.textContent()) ?? "")?.[0]);
  await helpful.click();
  await enterCode(page, newEmail());
  await expect(page).toHaveURL(/\/products\/dinner-plate#reviews$/);
  await expect(helpful).toBeVisible();
  const before = await votes();
  await helpful.click();
  await expect(helpful).toHaveAttribute("aria-pressed", "true");
  await expect.poll(votes).toBe(before + 1);
  await page.reload();
  await expect(helpful).toHaveAttribute("aria-pressed", "true");
  expect(await votes()).toBe(before + 1);
  await helpful.click();
  await expect(helpful).toHaveAttribute("aria-pressed", "false");
  await expect.poll(votes).toBe(before);
});

test("reviews are searched and reported, and the shop replies", async ({ page }) => {
  await page.goto("/products/dinner-plate");
  const reviews = page.getByRole("region", { name: "Reviews", exact: true });
  const words = reviews.getByRole("searchbox", { name: "Search reviews" });
  await words.fill("chipped");
  await words.press("Enter");
  const review = reviews.getByRole("article");
  await expect(review).toHaveCount(1);
  await words.fill("no such words at all");
  await words.press("Enter");
  await expect(reviews.getByText("No review mentions “no such words at all”.")).toBeVisible();
  await words.fill("");
  await expect(review).toHaveCount(5);
  await words.fill("chipped");
  await words.press("Enter");
  await expect(review).toHaveCount(1);

  await review.getByRole("button", { name: /^Report the review by/ }).click();
  await enterCode(page, newEmail());
  await expect(page).toHaveURL(/\/products\/dinner-plate#reviews$/);
  const chipped = review.filter({ hasText: "Two of six were chipped" });
  await reviews.getByLabel("Sort reviews").selectOption("Lowest rating");
  await chipped.getByRole("button", { name: /^Report the review by/ }).click();
  const sheet = page.getByRole("dialog", { name: "Report a review" });
  await expectAccessible(page);
  await sheet.getByLabel("Reason").selectOption("Not about this product");
  await sheet.getByLabel(/Details/).fill("It is about the parcel.");
  await sheet.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Thank you. We will look at this review.")).toBeVisible();
  await expect(chipped.getByText("Reported", { exact: true })).toBeVisible();

  const reported = await stallage("reviews", "reported");
  expect(reported).toContain("It is about the parcel.");
  const id = /^ *(\d+)/.exec(reported)?.[1] ?? "";
  await stallage("reviews", "reply", id, "We are sorry. New plates are on their way.");
  await stallage("reviews", "dismiss", id);
  await page.reload();
  await reviews.getByLabel("Sort reviews").selectOption("Lowest rating");
  await expect(chipped.getByText("Reply from Kiln & Grain")).toBeVisible();
  await expect(chipped.getByText("We are sorry. New plates are on their way.")).toBeVisible();
});

test("a question is asked by a customer and answered by the shop", async ({ page }) => {
  await page.goto("/products/tall-shoulder-vase");
  await page.getByRole("button", { name: "Ask a question" }).click();
  const email = newEmail();
  await enterCode(page, email);
  await expect(page).toHaveURL(/\/products\/tall-shoulder-vase#questions$/);
  const words = `Does it hold water? ${Date.now()}`;
  await page.getByRole("button", { name: "Ask a question" }).click();
  await page.getByRole("button", { name: "Send question" }).click();
  await expect(page.getByText("Your question cannot be blank.")).toBeVisible();
  await page.getByLabel("Your question").fill(words);
  await page.getByRole("button", { name: "Send question" }).click();
  const questions = page.getByRole("region", { name: "Questions and answers" });
  const question = questions.getByRole("listitem").filter({ hasText: words });
  await expect(question).toContainText("No answer yet.");
  await expect(question.getByRole("button", { name: "Answer this question" })).toBeHidden();

  const listed = await stallage("questions", "list");
  const number = new RegExp(`(\\d+) [^\\n]*\\n\\s+${words.replace("?", "\\?")}`).exec(listed)?.[1];
  await stallage("questions", "answer", number ?? "", "It does, to the brim.");
  const { text } = await emailTo(email, ({ kind }) => kind === "question_answered");
  await page.goto(linkIn(text, /\/products\//));
  // The page is already open; only the fragment may differ.
  await page.reload();
  await expect(question).toContainText("It does, to the brim.");
  await expect(question).toContainText("Kiln & Grain");
  await expectAccessible(page);
});

test("blog posts are paged, and Back restores the page and the scroll position", async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "stallage-stories-"));
  try {
    const files = Array.from({ length: 24 }, (_, index) => join(folder, `archive-${index}.md`));
    for (const [index, file] of files.entries()) {
      const matter = `title: Out of the archive ${index}\ndate: 2001-02-${index + 1}`;
      await writeFile(file, `---\n${matter.replace(/-(\d)$/, "-0$1")}\n---\n\nWords.\n`);
    }
    await stallage("content", "put", ...files);
  } finally {
    await rm(folder, { recursive: true });
  }
  await page.goto("/blogs");
  const head = (rel: string) => page.locator(`head link[rel="${rel}"]`);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(24);
  await expect(head("prev")).toHaveCount(0);
  await expect(head("next")).toHaveAttribute("href", /\/blogs\?page=2$/);
  await pages.getByRole("link", { name: "Page 2" }).click();
  await expect(page).toHaveURL("/blogs?page=2");
  const oldest = page.getByRole("link", { name: "Out of the archive 0", exact: true });
  await expect(oldest).toBeVisible();
  await expect(page).toHaveTitle(/^Blogs, page 2/);
  await expect(head("prev")).toHaveAttribute("href", /\/blogs$/);
  await expect(head("next")).toHaveCount(0);
  await expect(head("canonical")).toHaveAttribute("href", /\/blogs\?page=2$/);

  await page.setViewportSize({ width: 390, height: 500 });
  await oldest.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await oldest.click();
  await expect(page.locator("article h1")).toHaveText("Out of the archive 0");
  await page.goBack();
  await expect(page).toHaveURL("/blogs?page=2");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  await page.goBack();
  await expect(page).toHaveURL("/blogs");
  await page.goto("/blogs?page=9");
  await expect(page.getByRole("heading", { name: "You are past the last page" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await expect(page).toHaveURL("/blogs");

  await page.goto("/blogs/how-glazes-break");
  const article = page.getByRole("article").first();
  await expect(article).toContainText("By Hester Quill");
  await expect(article).toContainText(/\d+ min read/);
  const mentioned = page.getByRole("region", { name: "Products in this post" });
  await expect(mentioned.getByRole("link", { name: "Everyday bowl" })).toBeVisible();
});

test("requested emails arrive, and end with a click", async ({ page }) => {
  const email = newEmail();
  await page.goto("/products/mortar-and-pestle");
  await page.getByRole("button", { name: "Notify me when it is back" }).click();
  await page.getByLabel("Email for this alert").fill("nobody");
  await page.getByRole("button", { name: "Notify me", exact: true }).click();
  await expect(page.getByText("Please enter email in correct format.")).toBeVisible();
  await page.getByLabel("Email for this alert").fill(email);
  await page.getByRole("button", { name: "Notify me", exact: true }).click();
  await expect(page.getByText(`We will email ${email} when it is back in stock.`)).toBeVisible();

  await page.getByLabel("Where to send the newsletter").fill(email);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText(/Please confirm with the link/)).toBeVisible();
  const { text, data } = await emailTo(email, ({ kind }) => kind === "newsletter_confirm");
  await page.goto(linkIn(text, /\/newsletter\//));
  await expect(page.getByRole("heading", { name: "You are signed up" })).toBeVisible();
  expect(await stallage("newsletter", "list")).toContain(email);
  await page.goto(data.unsubscribe ?? "");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  expect(await stallage("newsletter", "list")).not.toContain(email);
  await expectAccessible(page);
});

test("a customer sets an alert with one click", async ({ page }) => {
  const email = await signIn(page);
  await page.goto("/products/tall-shoulder-vase");
  await page.getByRole("button", { name: "Notify me when the price drops" }).click();
  await expect(page.getByText(`We will email ${email} when the price drops.`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`We will email ${email} when the price drops.`)).toBeVisible();
});

test("pictures are loaded as AVIF in the width that the screen needs", async ({ page }) => {
  const kinds = new Set<string>();
  page.on("response", (response) => {
    if (response.url().includes("/media/")) kinds.add(response.headers()["content-type"] ?? "");
  });
  // Until a picture is loaded, its main colour is shown.
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/media/**", async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto("/products/everyday-mug", { waitUntil: "commit" });
  const { output } = (await (await page.request.get("/api/products/everyday-mug")).json()) as {
    output: { images: { colour: string }[] };
  };
  const parts = /^#(..)(..)(..)$/.exec(output.images[0]?.colour ?? "")?.slice(1) ?? [];
  const colour = `rgb(${parts.map((part) => parseInt(part, 16)).join(", ")})`;
  const image = page.locator("main img[fetchpriority=high]").first();
  await expect(image.locator("xpath=ancestor::span[1]")).toHaveCSS("background-color", colour);
  await expect(image).toHaveAttribute("sizes", /\dpx|\dvw/);
  arrive();
  await expect(image).toHaveJSProperty("complete", true);
  const shown = await image.evaluate((one: HTMLImageElement) => ({
    source: one.currentSrc,
    width: one.naturalWidth,
  }));
  expect(shown.source).toMatch(/\?w=\d+&f=avif$/);
  expect(shown.width).toBeGreaterThan(0);
  // Until the first AVIF is made, WebP is sent.
  await expect(async () => {
    await page.reload();
    expect([...kinds]).toContain("image/avif");
  }).toPass();
});
