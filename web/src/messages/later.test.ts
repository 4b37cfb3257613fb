import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { business } from "./en-US/later/business";
import { cart } from "./en-US/later/cart";
import { checkoutDetails } from "./en-US/later/checkoutDetails";
import { filter } from "./en-US/later/filter";
import { google } from "./en-US/later/google";
import { notifications } from "./en-US/later/notifications";
import { orderBilling } from "./en-US/later/orderBilling";
import { orders } from "./en-US/later/orders";
import { payment } from "./en-US/later/payment";
import { privacy } from "./en-US/later/privacy";
import { productExtras } from "./en-US/later/productExtras";
import { profile } from "./en-US/later/profile";
import { returns } from "./en-US/later/returns";
import { reviews } from "./en-US/later/reviews";
import { storeCredit } from "./en-US/later/storeCredit";
import { wishlist } from "./en-US/later/wishlist";
import { startLanguage } from "./language";
import { enUS, speak, t } from "./t";

const SRC = join(import.meta.dirname, "..");
const PARTS = {
  business,
  cart,
  checkoutDetails,
  filter,
  google,
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

const modules = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("messages"))
  .map((path) => [path, readFileSync(join(SRC, path), "utf8")] as const);

it.each(Object.entries(PARTS))("whoever says a sentence of “%s” loads it", (name, sentences) => {
  const keys = Object.keys(sentences);
  const speakers = modules.filter(([, text]) =>
    keys.some((key) => text.includes(`"${key}"`) || saysOneOf(text, key)),
  );
  expect(speakers.length).toBeGreaterThan(0);
  const careless = speakers.filter(
    ([, text]) => !text.includes(`import "@/messages/later/${name}";`),
  );
  expect(careless.map(([path]) => path)).toEqual([]);
});

/** Whether a sentence is said by its prefix and a value of the server's. */
function saysOneOf(text: string, key: string): boolean {
  return text.includes(`tOf("${key.slice(0, key.lastIndexOf("."))}"`);
}

it("a sentence is there once its module is, in the page's language too", async () => {
  expect(Object.keys(enUS)).not.toContain("sizeGuide.link");
  await import("./later/productExtras");
  expect(t("sizeGuide.link")).toBe("Size guide");
  await startLanguage("en-XA");
  expect(t("sizeGuide.link")).toBe("⟦Sízé gúídé⟧");
  speak("de-DE", { "sizeGuide.link": "Größentabelle" });
  expect(t("sizeGuide.link")).toBe("Größentabelle");
  speak("en-US", {});
});
