import { t } from "@/messages/t";

/** An error response of the API. `message` is for shoppers, `fields` has messages by field. */
export class ApiError extends Error {
  readonly code: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The response body, for error-specific data such as a new quote. */
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

/** Reads an error from any body, including a proxy's error page. */
export function toApiError(status: number, body: unknown): ApiError {
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

/** Whether there was no response; the server may have acted on the request all the same. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && error.code === "network";
}

/** A message for the shopper for anything that was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : t("error.unknown");
}

/** The server's message, or `fallback` if it sent none. */
export function errorMessageOr(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.code === "unknown") return fallback;
  if (error.status === 0) return t("error.because", { what: fallback, why: error.message });
  return error.message;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The first message for each field that the server found invalid. */
export function fieldErrors(error: unknown): Readonly<Partial<Record<string, string>>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, [message]]) => [field, message ?? error.message]),
  );
}

/** The message of an error that belongs to no field. */
export function formError(error: unknown): string | undefined {
  const isAtField = Object.keys(fieldErrors(error)).length > 0;
  return !error || isAtField ? undefined : errorMessage(error);
}

/** The message to show at a form field: the server's message for it, or that of the error. */
export function messageAt(field: string, error: unknown): string {
  return fieldErrors(error)[field] ?? errorMessage(error);
}
