import createClient from "openapi-fetch";
import { networkError, refusal } from "./errors";
import { shopOrigin } from "./origin";
import type { paths } from "./schema";
import { accessToken, renewedToken } from "./tokens";

function withToken(request: Request, token: string | null): Request {
  if (token !== null) request.headers.set("Authorization", `Bearer ${token}`);
  return request;
}

/** Sends a request as the visitor; one whose token has run out is sent again with a new one. */
export async function sendAsVisitor(request: Request): Promise<Response> {
  if (!request.headers.has("Content-Type")) {
    request.headers.set("Content-Type", "application/json");
  }
  const token = accessToken();
  // What signs in, renews and restores is never itself the reason for a renewal.
  const signsIn = new URL(request.url).pathname.startsWith("/auth/");
  const again = token === null || signsIn ? null : request.clone();
  const response = await fetch(withToken(request, token));
  if (response.status !== 401 || token === null || again === null) return response;
  const renewed = await renewedToken(token);
  return renewed === null ? response : fetch(withToken(again, renewed));
}

/** A request to the shop, wherever that is when the request is made. */
class ShopRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === "string" ? new URL(input, shopOrigin()) : input, init);
  }
}

/** The typed calls of the contract. Most callers want `ask(api.GET(…))`. */
export const api = createClient<paths>({
  fetch: async (request) => {
    try {
      return await sendAsVisitor(request);
    } catch (error) {
      if (request.signal.aborted) throw error;
      throw networkError();
    }
  },
  Request: ShopRequest,
});

interface Answered<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The generated types leave an output out that is always null. */
type OutputOf<Data> = Data extends { output: infer Output } ? Output : null;

/** The header of a bare list that says how long it is on all its pages. */
const TOTAL = "X-Total-Count";

export interface Listed<Item> {
  items: Item[];
  /** On all pages together. */
  total: number;
}

/** The output of a call, or an ApiError thrown with what the server said. */
export async function ask<Data extends { status: true }>(
  call: Promise<Answered<Data>>,
): Promise<OutputOf<Data>> {
  const { data, error, response } = await call;
  if (data === undefined) throw refusal(response.status, error);
  return (data as Data & { output: OutputOf<Data> }).output;
}

/** A page of a list whose output is the bare list. */
export async function askList<Item>(
  call: Promise<Answered<{ status: true; output: Item[] }>>,
): Promise<Listed<Item>> {
  const items = await ask(call);
  const total = (await call).response.headers.get(TOTAL);
  // Where something on the way took the header, there is at least what has come.
  return { items, total: total === null ? items.length : Number(total) };
}
