import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { business } from "./en-US/lazy/business";
import { cart } from "./en-US/lazy/cart";
import { checkoutDetails } from "./en-US/lazy/checkoutDetails";
import { earlierOrders } from "./en-US/lazy/earlierOrders";
import { filter } from "./en-US/lazy/filter";
import { google } from "./en-US/lazy/google";
import { lightbox } from "./en-US/lazy/lightbox";
import { notifications } from "./en-US/lazy/notifications";
import { orderBilling } from "./en-US/lazy/orderBilling";
import { orders } from "./en-US/lazy/orders";
import { payment } from "./en-US/lazy/payment";
import { privacy } from "./en-US/lazy/privacy";
import { productExtras } from "./en-US/lazy/productExtras";
import { profile } from "./en-US/lazy/profile";
import { returns } from "./en-US/lazy/returns";
import { reviews } from "./en-US/lazy/reviews";
import { storeCredit } from "./en-US/lazy/storeCredit";
import { wishlist } from "./en-US/lazy/wishlist";
import { loadLanguage } from "./language";
import { enUS, setLanguage, t } from "./t";

const SRC = join(import.meta.dirname, "..");
const PARTS = {
  business,
  cart,
  checkoutDetails,
  earlierOrders,
  filter,
  google,
  lightbox,
  notifications,
  orderBilling,
  orders,
  payment,
  privacy,
  productExtras,
  profile,
  returns,
  reviews,
  storeCredit,
  wishlist,
};

/** The storefront's; the back office has its own messages, some with the same keys. */
const modules = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/^(messages|backoffice|test)\//.test(path))
  .map((path) => [path, readFileSync(join(SRC, path), "utf8")] as const);

it.each(Object.entries(PARTS))(
  "every module that uses a message of “%s” imports them",
  (name, messages) => {
    const keys = Object.keys(messages);
    const users = modules.filter(([, text]) =>
      keys.some((key) => text.includes(`"${key}"`) || usesValueOf(text, key)),
    );
    expect(users.length).toBeGreaterThan(0);
    const missing = users.filter(([, text]) => !text.includes(`import "@/messages/lazy/${name}";`));
    expect(missing.map(([path]) => path)).toEqual([]);
  },
);

/** Whether the text looks the key up by its prefix and a value that the server sends. */
function usesValueOf(text: string, key: string): boolean {
  return text.includes(`tEnum("${key.slice(0, key.lastIndexOf("."))}"`);
}

it("a message is available once its module is loaded, in the page's language too", async () => {
  expect(Object.keys(enUS)).not.toContain("sizeGuide.link");
  await import("./lazy/productExtras");
  expect(t("sizeGuide.link")).toBe("Size guide");
  await loadLanguage("en-XA");
  expect(t("sizeGuide.link")).toBe("⟦Sízé gúídé⟧");
  setLanguage("de-DE", { "sizeGuide.link": "Größentabelle" });
  expect(t("sizeGuide.link")).toBe("Größentabelle");
  setLanguage("en-US", {});
});
