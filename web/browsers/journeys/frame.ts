/** Browser features that every page uses: navigation, storage, popovers, sign-in. */
import type { Browser } from "../browser.ts";
import { type Journey, newEmail, shopper, type Step } from "../shopper.ts";

function steps(browser: Browser): Step[] {
  const { until, text, click, goto, at, enterCode } = shopper(browser);
  const email = newEmail();
  const place = "scrollY > 300";
  return [
    [
      "home is drawn, with its title and its pictures",
      async () => {
        await goto("/");
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
        await goto("/products/everyday-mug");
        await click("button", "Add to cart");
        await text("header a", "Cart, 1 item");
        await until("a drawer", `document.querySelector("dialog[open], [role=dialog]") !== null`);
        await goto("/cart");
        await text("main", "Everyday mug");
      },
    ],
    [
      "a code signs in, and leads back to where login was needed",
      async () => {
        await goto("/user-profile/orders");
        await at("/login");
        await enterCode(email);
        await at("/user-profile/orders");
        await text("header a", "Cart, 1 item");
      },
    ],
    [
      "the session is restored by its tokens",
      async () => {
        await goto("/user-profile/wallet");
        await text("h1", "Wallet");
      },
    ],
    [
      "the account menu opens as a popover, and signing out leaves",
      async () => {
        await click("header button", "Account");
        await until("an open popover", `document.querySelector("[popover]:popover-open") !== null`);
        await click("[popover] button", "Sign out");
        await at("/login");
        await until("no token", `localStorage.getItem("accessToken") === null`);
      },
    ],
    [
      "an unknown path leads home",
      async () => {
        await goto("/no/such/page");
        await at("/");
      },
    ],
  ];
}

export const frame: Journey = { name: "frame", steps };
