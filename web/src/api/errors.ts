import { t } from "@/messages/t";

/** A refusal of the server: a word for programs, a sentence for the shopper, messages by field. */
export class ApiError extends Error {
  readonly code: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** HTTP status; 0 where no answer came at all. */
  readonly status: number;
  /** The body as it came, for what a refusal brings beyond these, such as a new quote. */
  readonly body: unknown;

  constructor(
    code: string,
    message: string,
    {
      fields = {},
      status = 0,
      body = null,
    }: { fields?: Record<string, readonly string[]>; status?: number; body?: unknown } = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.fields = fields;
    this.status = status;
    this.body = body;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isFields(value: unknown): value is Record<string, string[]> {
  return isRecord(value) && Object.values(value).every((entry) => Array.isArray(entry));
}

/** Reads a refusal from any body, also one that no server of ours wrote (a proxy's page). */
export function refusal(status: number, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const { code, message, fields } = error;
  return new ApiError(
    typeof code === "string" ? code : "unknown",
    typeof message === "string" && message !== "" ? message : t("error.unknown"),
    { fields: isFields(fields) ? fields : {}, status, body },
  );
}

export function networkError(): ApiError {
  return new ApiError("network", t("error.network"));
}

/** The sentence that a shopper can be shown for whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : t("error.unknown");
}

/** The server's own sentence, or the area's where the server said none. */
export function sentenceOr(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.code === "unknown") return fallback;
  if (error.status === 0) return t("error.because", { what: fallback, why: error.message });
  return error.message;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
