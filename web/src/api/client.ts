import { findAnswer } from "./answers";
import { networkError, toApiError } from "./errors";
import type { paths } from "./schema";
import { accessToken, renewToken } from "./tokens";
import { createTypedFetch } from "./typedFetch";

function withToken(request: Request, token: string | null): Request {
  if (token !== null) request.headers.set("Authorization", `Bearer ${token}`);
  return request;
}

/** Sends a request with the access token. If that has expired, renews it and sends the request again. */
async function sendAsVisitor(request: Request): Promise<Response> {
  const token = accessToken();
  // Calls that sign in or renew tokens must not cause a renewal.
  const isAuthCall = new URL(request.url).pathname.startsWith("/auth/");
  const retry = token === null || isAuthCall ? null : request.clone();
  const response = await fetch(withToken(request, token));
  if (response.status !== 401 || token === null || retry === null) return response;
  const renewed = await renewToken(token);
  return renewed === null ? response : fetch(withToken(retry, renewed));
}

/** The typed API client. All requests go through it. */
export const api = createTypedFetch<paths>(async (request) => {
  const answer = await findAnswer(request);
  if (answer !== null) return answer;
  try {
    return await sendAsVisitor(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw networkError();
  }
});

interface CallResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

interface Callbacks<Data> {
  onSuccess: (data: Data, response: Response) => void;
  /** Gets the body of an error response, or the thrown error without a response. */
  onError: (error: unknown, response: Response | null) => void;
}

/**
 * The generic request helper: passes the data or the error of a call to a callback. The data is JSON, or
 * a blob if the call has `parseAs: "blob"`. Never rejects.
 */
export async function request<Data>(
  call: Promise<CallResult<Data>>,
  { onSuccess, onError }: Callbacks<Data>,
): Promise<void> {
  let result: CallResult<Data>;
  try {
    result = await call;
  } catch (error) {
    onError(error, null);
    return;
  }
  const { data, error, response } = result;
  if (data === undefined) onError(error, response);
  else onSuccess(data, response);
}

/** The data of a call and its response. Rejects with an ApiError for an error response. */
function awaitCall<Data>(
  call: Promise<CallResult<Data>>,
): Promise<{ data: Data; response: Response }> {
  return new Promise((resolve, reject) => {
    void request(call, {
      onSuccess: (data, response) => resolve({ data, response }),
      onError: (error, response) =>
        reject(response === null ? (error as Error) : toApiError(response.status, error)),
    });
  });
}

/** The generated types omit an `output` that is always null. */
type OutputOf<Data> = Data extends { output: infer Output } ? Output : null;

/** Header with the number of items on all pages. */
const TOTAL_COUNT = "X-Total-Count";

export interface ListPage<Item> {
  items: Item[];
  /** On all pages together. */
  total: number;
}

/** Returns the whole envelope of a call, or a blob. Throws an ApiError for an error response. */
export async function unwrapData<Data>(call: Promise<CallResult<Data>>): Promise<Data> {
  return (await awaitCall(call)).data;
}

/** Returns the output of a call. Throws an ApiError for an error response. */
export async function unwrap<Data extends { status: true }>(
  call: Promise<CallResult<Data>>,
): Promise<OutputOf<Data>> {
  return ((await unwrapData(call)) as Data & { output: OutputOf<Data> }).output;
}

/** Returns a page of a list. Throws an ApiError for an error response. */
export async function unwrapList<Item>(
  call: Promise<CallResult<{ status: true; output: Item[] }>>,
): Promise<ListPage<Item>> {
  const { data, response } = await awaitCall(call);
  const total = response.headers.get(TOTAL_COUNT);
  // A proxy may strip the header.
  return { items: data.output, total: total === null ? data.output.length : Number(total) };
}
