import type { Client } from "openapi-fetch";
import { baseUrl } from "./baseUrl";

type Value = string | number | boolean;
type Values = Readonly<Record<string, Value | readonly Value[] | null | undefined>>;

interface Call extends Omit<RequestInit, "body"> {
  params?: { path?: Values; query?: Values; header?: Record<string, string> };
  body?: unknown;
  bodySerializer?: (body: unknown) => BodyInit;
  querySerializer?: (query: Values | undefined) => string;
  parseAs?: "json" | "blob";
}

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

/** `a=1&b=x&b=y`: arrays repeat the parameter, null and undefined are left out. */
function serializeQuery(query: Values = {}): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) written.append(name, String(one));
  }
  return written.toString();
}

function toRequest(method: string, path: string, call: Call): Request {
  const { params = {}, body, bodySerializer = JSON.stringify, headers, ...rest } = call;
  const { querySerializer = serializeQuery, ...init } = rest;
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(params.path?.[name])),
  );
  const query = querySerializer(params.query);
  const sent = body === undefined ? null : bodySerializer(body);
  return new Request(new URL(query === "" ? filled : `${filled}?${query}`, baseUrl()), {
    ...init,
    method,
    headers: {
      // A form sets its own, with the boundary of its parts.
      ...(sent instanceof FormData ? {} : { "Content-Type": "application/json" }),
      ...params.header,
      ...(headers as Record<string, string> | undefined),
    },
    body: sent,
  });
}

/** The body of a response; undefined for 204. Error responses of a proxy may be text. */
async function readBody(response: Response, parseAs: Call["parseAs"]): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (response.ok) return parseAs === "blob" ? response.blob() : response.json();
  const text = await response.text();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The part of openapi-fetch that the storefront uses, with its types: `GET("/path/{id}", { params, body })`.
 * Paths are relative to the base URL at the time of the request.
 */
export function createTypedFetch<Paths extends object>(
  send: (request: Request) => Promise<Response>,
): Pick<Client<Paths>, (typeof METHODS)[number]> {
  const callers = METHODS.map((method) => [
    method,
    async (path: string, call: Call = {}) => {
      const response = await send(toRequest(method, path, call));
      const body = await readBody(response, call.parseAs);
      return response.ok ? { data: body, response } : { error: body, response };
    },
  ]);
  return Object.fromEntries(callers) as Pick<Client<Paths>, (typeof METHODS)[number]>;
}
