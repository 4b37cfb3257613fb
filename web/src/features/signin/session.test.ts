import { QueryClient } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api, unwrap } from "@/api/client";
import { clearTokens } from "@/api/tokens";
import { startRecentlyViewed, useRecentlyViewed } from "@/features/recentlyViewed/recentlyViewed";
import { isLoggedIn, resetAppState, useAppState } from "@/state/appState";
import { waitForSession } from "@/state/waitForSession";
import { useToasts } from "@/state/toasts";
import { ACCESS_TOKEN, RECENTLY_VIEWED, REFRESH_TOKEN } from "@/storage/keys";
import { signIn, signOut, startSession } from "./session";

/** A request with the stored tokens, and a function that answers it. */
interface Question {
  body: { jwtToken: string; refreshToken: string };
  bearer: string | null;
  answer: (output: object | null, status?: number) => void;
}

let questions: Question[];
const queryClient = new QueryClient();
const details = (id: number, recentlyViewSkuId: number[] = []) =>
  ({ id, firstName: "Dana", recentlyViewSkuId }) as never;

function envelope(output: object | null, status: number): Response {
  const error = { code: "signed_out", message: "Please sign in again.", fields: {} };
  return Response.json(
    { status: output !== null, output, error: output ? null : error },
    { status },
  );
}

async function shop(request: Request): Promise<Response> {
  if (!request.url.endsWith("/auth/loggedInUserDetails")) return envelope(null, 503);
  const body = (await request.json()) as Question["body"];
  const bearer = request.headers.get("Authorization");
  return new Promise((resolve) => {
    questions.push({
      body,
      bearer,
      answer: (output, status = 200) => resolve(envelope(output, status)),
    });
  });
}

async function nextQuestion(count = 1): Promise<Question> {
  await vi.waitFor(() => expect(questions).toHaveLength(count));
  const question = questions.at(-1);
  if (!question) throw new Error("No request was sent.");
  return question;
}

/** Writes like another tab, then sends the storage event. */
function otherTab(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent("storage", { key, storageArea: localStorage }));
}

function stored(): (string | null)[] {
  return [localStorage.getItem(ACCESS_TOKEN), localStorage.getItem(REFRESH_TOKEN)];
}

/** Opens a page with the stored data. */
function open(token: string | null = null, refresh: string | null = null): void {
  if (token !== null) localStorage.setItem(ACCESS_TOKEN, token);
  if (refresh !== null) localStorage.setItem(REFRESH_TOKEN, refresh);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
}

beforeAll(() => {
  startSession(queryClient);
  startRecentlyViewed();
});
beforeEach(() => {
  questions = [];
  // What a test leaves to be tried later is not tried during the next one.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.stubGlobal("fetch", shop);
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  clearTokens();
  resetAppState();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(() => vi.unstubAllGlobals());

describe("the start of a session", () => {
  it("sends no request without a stored token", async () => {
    open();
    await waitForSession();
    expect(questions).toEqual([]);
    expect(isLoggedIn()).toBe(false);
  });

  it("sends the stored tokens, and the access token as bearer", async () => {
    open("a1", "r1");
    const question = await nextQuestion();
    expect(question.body).toEqual({ jwtToken: "a1", refreshToken: "r1" });
    expect(question.bearer).toBe("Bearer a1");
    question.answer(null);
    await waitForSession();
  });

  it("refreshes user details, tokens and the recently viewed list on success", async () => {
    open("a1", "r1");
    (await nextQuestion()).answer({ token: "a2", refreshToken: "r2", details: details(5, [9, 8]) });
    await waitForSession();
    expect(useAppState.getState().userDetails).toMatchObject({ token: "a2", refreshToken: "r2" });
    expect(stored()).toEqual(["a2", "r2"]);
    expect(localStorage.getItem(RECENTLY_VIEWED)).toBe("[9,8]");
  });

  it("empties the recently viewed list if none is returned", async () => {
    localStorage.setItem(RECENTLY_VIEWED, "[3]");
    open("a1", "r1");
    (await nextQuestion()).answer({ token: "a1", refreshToken: "r1", details: { id: 5 } });
    await waitForSession();
    expect(useRecentlyViewed.getState().skuIds).toEqual([]);
    expect(localStorage.getItem(RECENTLY_VIEWED)).toBeNull();
  });

  it("removes both tokens if the status is false", async () => {
    open("a1", "r1");
    (await nextQuestion()).answer(null);
    await waitForSession();
    expect(stored()).toEqual([null, null]);
    expect(isLoggedIn()).toBe(false);
  });

  it.each([500, 401])("only logs a failed request (%i) and keeps the tokens", async (status) => {
    open("a1", "r1");
    (await nextQuestion()).answer(null, status);
    await waitForSession();
    expect(stored()).toEqual(["a1", "r1"]);
    expect(console.error).toHaveBeenCalledWith("Error fetching user details:", expect.anything());
  });
});

it("a session that could not be restored is tried again", async () => {
  open("a1", "r1");
  (await nextQuestion()).answer(null, 503);
  await waitForSession();
  expect(isLoggedIn()).toBe(false);
  vi.advanceTimersByTime(10_000);
  (await nextQuestion(2)).answer({ token: "a1", refreshToken: "r1", details: details(5) });
  await waitForSession();
  expect(isLoggedIn()).toBe(true);
});

describe("two tabs", () => {
  it("write the access token last, so that no tab sees half a session", () => {
    const written = vi.spyOn(Storage.prototype, "setItem");
    signIn({ token: "a1", refreshToken: "r1", details: details(5) } as never);
    expect(written.mock.calls.map(([key]) => key).slice(0, 2)).toEqual([
      REFRESH_TOKEN,
      ACCESS_TOKEN,
    ]);
  });

  it("agree on who signed in, once both tokens are stored", async () => {
    otherTab(REFRESH_TOKEN, "r1");
    expect(questions).toEqual([]);
    otherTab(ACCESS_TOKEN, "a1");
    (await nextQuestion()).answer({ token: "a1", refreshToken: "r1", details: details(5) });
    await vi.waitFor(() => expect(isLoggedIn()).toBe(true));
    expect(questions).toHaveLength(1);
  });

  it("do not end a session after seeing only half of it", async () => {
    otherTab(ACCESS_TOKEN, "a1");
    const half = await nextQuestion();
    expect(half.body.refreshToken).toBe("");
    otherTab(REFRESH_TOKEN, "r1");
    half.answer(null);
    const whole = await nextQuestion(2);
    expect(whole.body).toEqual({ jwtToken: "a1", refreshToken: "r1" });
    whole.answer({ token: "a1", refreshToken: "r1", details: details(5) });
    await vi.waitFor(() => expect(isLoggedIn()).toBe(true));
    expect(stored()).toEqual(["a1", "r1"]);
  });

  it("stay signed out if one signs out while the other is being restored", async () => {
    open("a1", "r1");
    const question = await nextQuestion();
    otherTab(ACCESS_TOKEN, null);
    otherTab(REFRESH_TOKEN, null);
    question.answer({ token: "a2", refreshToken: "r2", details: details(5) });
    await waitForSession();
    expect(isLoggedIn()).toBe(false);
    expect(stored()).toEqual([null, null]);
  });

  it("follow renewed tokens and a sign-out, which removes all customer data", () => {
    signIn({ token: "a1", refreshToken: "r1", details: details(5) } as never);
    queryClient.setQueryData(["cart", "5"], []);
    queryClient.setQueryData(["catalog", "home"], {});
    otherTab(REFRESH_TOKEN, "r2");
    otherTab(ACCESS_TOKEN, "a2");
    expect(useAppState.getState().userDetails).toMatchObject({ token: "a2", refreshToken: "r2" });
    otherTab(ACCESS_TOKEN, null);
    expect(isLoggedIn()).toBe(false);
    expect(queryClient.getQueryData(["cart", "5"])).toBeUndefined();
    expect(queryClient.getQueryData(["catalog", "home"])).toBeDefined();
  });

  it("keep a guest's responses while another tab signs in", () => {
    queryClient.setQueryData(["cart", "guest", "7"], []);
    otherTab(REFRESH_TOKEN, "r1");
    expect(queryClient.getQueryData(["cart", "guest", "7"])).toBeDefined();
  });
});

it("signing out clears this tab's storage", () => {
  signIn({ token: "a1", refreshToken: "r1", details: details(5, [4]) } as never);
  signOut();
  expect(stored()).toEqual([null, null]);
  expect(isLoggedIn()).toBe(false);
  expect(useRecentlyViewed.getState().skuIds).toEqual([]);
});

it("signing out resets the state except for the shop's data", () => {
  const initial = useAppState.getState();
  const shop = {
    baseUrl: "https://shop.test",
    cdn: "https://cdn.test",
    fallbackCdn: "https://near.test",
    paymentGatewayMode: 1,
    pageItem: { categoryList: [], sliderList: [], salesList: [], featureSection: [] },
    companyLogoDetails: { ...initial.companyLogoDetails, companyName: "Otter & Sons" },
    availibilityData: { currency: "USD" } as never,
  };
  useAppState.setState({ ...shop, loader: true, loaderText: "Paying" });
  signIn({ token: "a1", refreshToken: "r1", details: details(5) } as never);
  signOut();
  expect(useAppState.getState()).toEqual({ ...initial, ...shop });
  expect(useAppState.getState().pageItem).toBe(shop.pageItem);
});

it("shows a message when the server ends the session", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(envelope(null, 401)));
  signIn({ token: "a1", refreshToken: "r1", details: details(5) } as never);
  await expect(unwrap(api.GET("/wishlist"))).rejects.toMatchObject({ status: 401 });
  expect(isLoggedIn()).toBe(false);
  expect(stored()).toEqual([null, null]);
  expect(useToasts.getState().toasts.at(-1)?.text).toBe(
    "You were signed out. Please sign in again.",
  );
});
