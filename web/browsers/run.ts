/** One journey through a running demo shop, in the browsers that the others are not run in. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, eventually } from "./browser.ts";
import { openFirefox } from "./firefox.ts";
import { openWebKit } from "./webkit.ts";

const shop = process.env["SHOP_URL"] ?? "http://127.0.0.1:8000";
const outbox = join(process.env["SHOP_DATA_DIR"] ?? ".stallage", "outbox");

const quoted = (text: string) => JSON.stringify(text);

/** What the journey does in a page, in the words of the page. */
function shopper(browser: Browser) {
  const until = (what: string, expression: string) =>
    eventually(what, async () => {
      if ((await browser.run(expression)) !== true) throw new Error(expression);
    });
  const text = (selector: string, wanted: string) =>
    until(
      `${selector} says ${wanted}`,
      `[...document.querySelectorAll(${quoted(selector)})].some((one) => one.textContent.includes(${quoted(wanted)}) || (one.getAttribute("aria-label") || "").includes(${quoted(wanted)}))`,
    );
  const click = async (selector: string, wanted: string) => {
    await text(selector, wanted);
    await browser.run(
      `[...document.querySelectorAll(${quoted(selector)})].find((one) => !one.disabled && (one.textContent.includes(${quoted(wanted)}) || (one.getAttribute("aria-label") || "").includes(${quoted(wanted)}))).click()`,
    );
  };
  const type = async (selector: string, typed: string) => {
    await until(`${selector} is there`, `document.querySelector(${quoted(selector)}) !== null`);
    await browser.run(`(() => {
      const input = document.querySelector(${quoted(selector)});
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, ${quoted(typed)});
      input.dispatchEvent(new Event("input", { bubbles: true }));
    })()`);
  };
  return { until, text, click, type };
}

async function codeFor(email: string): Promise<string> {
  return eventually(`a code for ${email}`, async () => {
    for (const name of (await readdir(outbox)).sort().reverse()) {
      const letter = JSON.parse(await readFile(join(outbox, name), "utf8")) as {
        to: string;
        data: { otp?: string };
      };
      if (letter.to.includes(email) && letter.data.otp !== undefined) return letter.data.otp;
    }
    throw new Error("Nothing has come.");
  });
}

type Step = [what: string, act: () => Promise<unknown>];

function journey(browser: Browser): Step[] {
  const { until, text, click, type } = shopper(browser);
  const email = `browser-${Date.now()}@example.test`;
  const place = "scrollY > 300";
  return [
    [
      "home is drawn, with its title and its pictures",
      async () => {
        await browser.goto(`${shop}/`);
        await text("h1", "");
        await until("a title", "document.title.length > 0");
        await until(
          "a picture",
          "[...document.images].some((image) => image.complete && image.naturalWidth > 0)",
        );
        await browser.run("(window.sameDocument = true)");
      },
    ],
    [
      "a navigation stays in the document, scrolls up and takes its own head",
      async () => {
        await browser.run("scrollTo(0, 900)");
        await until("a scrolled page", place);
        await click("footer a", "FAQs");
        await text("h1", "Frequently asked questions");
        await until("the top", "scrollY === 0 && window.sameDocument === true");
        await until(
          "one canonical link",
          `document.querySelectorAll('link[rel="canonical"]').length === 1 && document.querySelector('link[rel="canonical"]').href.endsWith("/faqs")`,
        );
      },
    ],
    [
      "Back returns to the place that was left",
      async () => {
        await browser.run("history.back()");
        await until("the place", place);
      },
    ],
    [
      "a thing goes into the cart, which survives a reload",
      async () => {
        await browser.goto(`${shop}/products/everyday-mug`);
        await click("button", "Add to cart");
        await text("header a", "Cart, 1 item");
        await until("a drawer", `document.querySelector("dialog[open], [role=dialog]") !== null`);
        await browser.goto(`${shop}/cart`);
        await text("main", "Everyday mug");
      },
    ],
    [
      "a code signs in, and leads back to where login was needed",
      async () => {
        await browser.goto(`${shop}/user-profile/orders`);
        await until("the login screen", `location.pathname === "/login"`);
        await type("main input[type=email]", email);
        await click("button", "Send code");
        await until("the code's field", `document.querySelector("input[name=otp]") !== null`);
        await type("input[name=otp]", await codeFor(email));
        await click("button", "Verify");
        await until("the way back", `location.pathname === "/user-profile/orders"`);
        await text("header a", "Cart, 1 item");
      },
    ],
    [
      "the session is restored by its tokens",
      async () => {
        await browser.goto(`${shop}/user-profile/wallet`);
        await text("h1", "Wallet");
      },
    ],
    [
      "the account menu opens as a popover, and signing out leaves",
      async () => {
        await click("header button", "Account");
        await until("an open popover", `document.querySelector("[popover]:popover-open") !== null`);
        await click("[popover] button", "Sign out");
        await until("the login screen", `location.pathname === "/login"`);
        await until("no token", `localStorage.getItem("accessToken") === null`);
      },
    ],
    [
      "an unknown path leads home",
      async () => {
        await browser.goto(`${shop}/no/such/page`);
        await until("home", `location.pathname === "/"`);
      },
    ],
  ];
}

let failed = false;
for (const open of [openFirefox, openWebKit]) {
  const browser = await open(20_000 + Math.floor(Math.random() * 20_000));
  console.log(browser.name);
  try {
    for (const [what, act] of journey(browser)) {
      await act();
      console.log(`  ok  ${what}`);
    }
  } catch (error) {
    failed = true;
    console.error("  FAILED", error);
  } finally {
    await browser.quit();
  }
}
process.exitCode = failed ? 1 : 0;
