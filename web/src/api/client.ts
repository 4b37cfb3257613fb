import createClient from "openapi-fetch";
import { baseUrl } from "./baseUrl";
import { networkError, refusal } from "./errors";
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

/** A request that starts from the base URL, as that is when the request is made. */
class ShopRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === "string" ? new URL(input, baseUrl()) : input, init);
  }
}

/** The typed calls of the contract. Every request of the client is one of them. */
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

interface Callbacks<Data> {
  onSuccess: (data: Data, response: Response) => void;
  /** Gets the error body of the response, or the error where no response came. */
  onError: (error: unknown, response: Response | null) => void;
}

/**
 * The generic request helper: passes the data of a call to one callback, or what failed to the
 * other. The data is JSON, or a blob where the call says `parseAs: "blob"`. Never rejects.
 */
export async function request<Data>(
  call: Promise<Answered<Data>>,
  { onSuccess, onError }: Callbacks<Data>,
): Promise<void> {
  let answered: Answered<Data>;
  try {
    answered = await call;
  } catch (error) {
    onError(error, null);
    return;
  }
  const { data, error, response } = answered;
  if (data === undefined) onError(error, response);
  else onSuccess(data, response);
}

/** The data of a call with its response. Rejects with an ApiError where the shop refused. */
function answerTo<Data>(
  call: Promise<Answered<Data>>,
): Promise<{ data: Data; response: Response }> {
  return new Promise((resolve, reject) => {
    void request(call, {
      onSuccess: (data, response) => resolve({ data, response }),
      onError: (error, response) =>
        reject(response === null ? (error as Error) : refusal(response.status, error)),
    });
  });
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

/** The data of a call as it came: an envelope of either status, or a blob. */
export async function askData<Data>(call: Promise<Answered<Data>>): Promise<Data> {
  return (await answerTo(call)).data;
}

/** The output of a call, or an ApiError thrown with what the server said. */
export async function ask<Data extends { status: true }>(
  call: Promise<Answered<Data>>,
): Promise<OutputOf<Data>> {
  return ((await askData(call)) as Data & { output: OutputOf<Data> }).output;
}

/** A page of a list whose output is the bare list. */
export async function askList<Item>(
  call: Promise<Answered<{ status: true; output: Item[] }>>,
): Promise<Listed<Item>> {
  const { data, response } = await answerTo(call);
  const total = response.headers.get(TOTAL);
  // Where something on the way took the header, there is at least what has come.
  return { items: data.output, total: total === null ? data.output.length : Number(total) };
}
