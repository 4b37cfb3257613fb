/**
 * Answers of the API that came with the document, so that the first page needs no request. The server
 * renders a page from the same answers, so both produce the same markup.
 */

export interface Answer {
  /** The whole envelope. */
  body: unknown;
  /** The `X-Total-Count` of a list. */
  total?: string;
}

/** By path and query; for a request with a body, such as `POST /api/carts/guest [17]`. */
export type Answers = Readonly<Record<string, Answer>>;

let answers: Answers = {};

/** Sets the answers that requests get instead of asking the server; none, once the page is shown. */
export function provideAnswers(next: Answers): void {
  answers = next;
}

/** Whether there are such answers. */
export function hasAnswers(): boolean {
  return Object.keys(answers).length > 0;
}

/** The key of a request among the answers. */
export async function answerKey(
  request: Pick<Request, "method" | "url" | "clone">,
): Promise<string> {
  const { pathname, search } = new URL(request.url);
  if (request.method === "GET") return pathname + search;
  return `${request.method} ${pathname}${search} ${await request.clone().text()}`;
}

/** The answer to a request, as far as the API client reads it; null if none came with the document. */
export async function findAnswer(request: Request): Promise<Response | null> {
  if (!hasAnswers()) return null;
  const answer = answers[await answerKey(request)];
  if (answer === undefined) return null;
  const headers = new Headers(answer.total === undefined ? {} : { "X-Total-Count": answer.total });
  const parsed: Partial<Response> = {
    ok: true,
    status: 200,
    headers,
    json: () => Promise.resolve(answer.body),
  };
  return parsed as Response;
}
