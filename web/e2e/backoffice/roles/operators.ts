import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
} from "@playwright/test";
import { stepOf, totpCode } from "../totp";
import { createOwner, invitationOf, type SampleShop } from "./shop";

const API = "/api/admin/v1";
/** Everybody has the same name, so that buttons with a name in it are equal. */
const NAME = "Sam Rowe";
const PASSWORD = "quiet kiln sparrow lantern";

/** Somebody who is signed in to a shop, in a browser and for calls. */
export interface Member {
  role: string;
  context: BrowserContext;
  permissions: ReadonlySet<string>;
  get: <T>(path: string) => Promise<T>;
  send: <T>(method: string, path: string, data?: unknown) => Promise<T>;
}

interface SetUp {
  session: { csrfToken: string; permissions: string[] };
}

async function outputOf<T>(response: Awaited<ReturnType<APIRequestContext["get"]>>): Promise<T> {
  const text = await response.text();
  expect(response.ok(), `${response.url()} ${response.status()} ${text}`).toBe(true);
  return text === "" ? (undefined as T) : (JSON.parse(text) as { output: T }).output;
}

/** Accepts an invitation by the calls of its page. The context is signed in afterwards. */
async function accept(browser: Browser, shop: SampleShop, role: string, link: string, name = NAME) {
  const context = await browser.newContext({ baseURL: shop.address });
  const headers = { Origin: shop.address };
  const token = new URL(link).hash.slice(1);
  const opened = await context.request.post(`${API}/links/open`, { headers, data: { token } });
  const { totp } = await outputOf<{ totp: { challenge: string; secret: string } }>(opened);
  const code = totpCode(totp.secret, stepOf(Date.now()));
  const data = { token, name, password: PASSWORD, challenge: totp.challenge, code };
  const accepted = await context.request.post(`${API}/links/password`, { headers, data });
  const { session } = await outputOf<SetUp>(accepted);
  return member(context, shop, role, session);
}

function member(
  context: BrowserContext,
  shop: SampleShop,
  role: string,
  { csrfToken, permissions }: SetUp["session"],
): Member {
  const headers = () => ({
    Origin: shop.address,
    "X-CSRF-Token": csrfToken,
    "Idempotency-Key": crypto.randomUUID(),
  });
  return {
    role,
    context,
    permissions: new Set(permissions),
    get: async (path) => outputOf(await context.request.get(API + path)),
    send: async (method, path, data) =>
      outputOf(await context.request.fetch(API + path, { method, headers: headers(), data })),
  };
}

/** The owner, who was created with the command line and signs in by the link that it prints. */
export async function firstOwner(browser: Browser, shop: SampleShop): Promise<Member> {
  return accept(browser, shop, "owner", await createOwner(shop, "owner@example.com"));
}

/** Somebody invited by the owner into a role. */
export async function invited(
  browser: Browser,
  shop: SampleShop,
  owner: Member,
  role: string,
  name = NAME,
): Promise<Member> {
  const email = `${name.replaceAll(" ", "-")}-${role}@example.com`.toLowerCase();
  await owner.send("POST", "/team", { email, name, role });
  return accept(browser, shop, role, await invitationOf(shop, email), name);
}
