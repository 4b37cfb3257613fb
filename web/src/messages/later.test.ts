import { describe, expect, it } from "vitest";
import { privacy } from "./en-US/later/privacy";
import { productExtras } from "./en-US/later/productExtras";
import { startLanguage } from "./language";
import { enUS, speak, t } from "./t";

const sources = import.meta.glob<string>("/src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const later = { privacy, productExtras };

describe("sentences that load later", () => {
  it.each(Object.entries(later))("are brought by whoever says one: %s", (name, messages) => {
    const keys = Object.keys(messages);
    const saying = Object.entries(sources).filter(
      ([path, text]) =>
        !path.startsWith("/src/messages/") &&
        keys.some((key) => text.includes(`t("${key}"`) || text.includes(`"${key}"`)),
    );
    expect(saying.length).toBeGreaterThan(2);
    const forgetful = saying.filter(([, text]) => !text.includes(`"@/messages/later/${name}"`));
    expect(forgetful.map(([path]) => path)).toEqual([]);
  });

  it("are there once their module is, in the page's language too", async () => {
    expect(Object.keys(enUS)).not.toContain("sizeGuide.link");
    await import("./later/productExtras");
    expect(t("sizeGuide.link")).toBe("Size guide");
    await startLanguage("en-XA");
    expect(t("sizeGuide.link")).toBe("⟦Sízé gúídé⟧");
    speak("de-DE", { "sizeGuide.link": "Größentabelle" });
    expect(t("sizeGuide.link")).toBe("Größentabelle");
    speak("en-US", {});
  });
});
