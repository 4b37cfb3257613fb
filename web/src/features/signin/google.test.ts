import { afterEach, describe, expect, it, vi } from "vitest";
import { openGooglePopup, type Google, GOOGLE_BUTTON, prepareGoogle } from "./google";

type CodeSettings = Parameters<Google["accounts"]["oauth2"]["initCodeClient"]>[0];
type TokenSettings = Parameters<Google["accounts"]["oauth2"]["initTokenClient"]>[0];

/** A fake of Google's popup with a preset response. */
function google(answer: (settings: CodeSettings & TokenSettings) => void) {
  const settingsUsed: unknown[] = [];
  const open = (settings: unknown) => {
    settingsUsed.push(settings);
    const click = () => answer(settings as CodeSettings & TokenSettings);
    return { requestCode: click, requestAccessToken: click };
  };
  const library = { accounts: { oauth2: { initCodeClient: open, initTokenClient: open } } };
  return { settingsUsed, library, ready: { google: library, clientId: "client-1" } };
}

function script(): HTMLScriptElement {
  const element = document.head.querySelector("script");
  if (!element) throw new Error("No script was requested.");
  return element;
}

afterEach(() => {
  vi.unstubAllGlobals();
  delete (window as { google?: unknown }).google;
});

describe("Google's script", () => {
  it("fails with its message and can be retried", async () => {
    const failing = prepareGoogle("client-1");
    script().dispatchEvent(new Event("error"));
    await expect(failing).rejects.toThrow(
      "Failed to load the Google 3P Authorization JavaScript Library.",
    );
    const empty = prepareGoogle("client-1");
    script().dispatchEvent(new Event("load"));
    await expect(empty).rejects.toThrow("Failed to load the Google 3P");
  });

  it("is loaded once", async () => {
    const first = prepareGoogle("client-1");
    const second = prepareGoogle("client-1");
    expect(document.head.querySelectorAll("script")).toHaveLength(1);
    const library = google(() => undefined).library;
    (window as { google?: unknown }).google = library;
    script().dispatchEvent(new Event("load"));
    expect((await first).google).toBe(library);
    expect((await second).google).toBe(library);
    expect(await prepareGoogle("client-1")).toEqual({ google: library, clientId: "client-1" });
  });

  it.each([null, ""])("needs a client id, not %j", async (clientId) => {
    await expect(prepareGoogle(clientId)).rejects.toThrow("A client id is required");
  });

  it("cannot run outside a browser", async () => {
    vi.stubGlobal("window", undefined);
    await expect(prepareGoogle("client-1")).rejects.toThrow("cannot run outside a browser");
  });
});

describe("Google's popup", () => {
  it("requests a code with the scopes email, profile and openid", async () => {
    const popup = google(({ callback }) => callback({ code: "c1" }));
    await expect(openGooglePopup(popup.ready)).resolves.toEqual({ code: "c1" });
    expect(popup.settingsUsed[0]).toMatchObject({
      client_id: "client-1",
      scope: "email profile openid",
      ux_mode: "popup",
    });
  });

  it("requests an access token if the token flow is configured", async () => {
    const popup = google(({ callback }) => callback({ access_token: "t1" }));
    await expect(openGooglePopup(popup.ready, "token")).resolves.toEqual({
      accessToken: "t1",
    });
    expect(popup.settingsUsed[0]).not.toHaveProperty("ux_mode");
  });

  it.each([
    ["popup_closed", "closed"],
    ["popup_failed_to_open", "blocked"],
    ["unknown", "failed"],
  ])("reports %s as %s", async (type, reason) => {
    const popup = google((settings) => settings.error_callback({ type }));
    await expect(openGooglePopup(popup.ready)).rejects.toMatchObject({ reason });
  });

  it("treats denied consent as a closed window, and anything else as a failure", async () => {
    const refused = google(({ callback }) => callback({ error: "access_denied" }));
    await expect(openGooglePopup(refused.ready)).rejects.toMatchObject({ reason: "closed" });
    const odd = google(({ callback }) => callback({}));
    await expect(openGooglePopup(odd.ready, "token")).rejects.toMatchObject({ reason: "failed" });
  });

  it("has a large outlined button", () => {
    expect(GOOGLE_BUTTON).toEqual({ theme: "outline", size: "large" });
  });
});
