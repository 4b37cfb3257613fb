import { t } from "../messages/t";

interface Details {
  fields?: Readonly<Record<string, readonly string[]>>;
  status?: number;
  requestId?: string | null;
  details?: Readonly<Record<string, unknown>>;
}

/** An error response of the API. */
export class ApiError extends Error {
  /** A stable word for programs, such as `edit_conflict`. */
  readonly code: string;
  /** Messages by field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** For the server's log; null if there was no response. */
  readonly requestId: string | null;
  /** The whole error, for data of its own such as `current` of an edit conflict. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    { fields = {}, status = 0, requestId = null, details = {} }: Details = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.fields = fields;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
  }

  /**
   * Whether the request may have changed something: without a response, or after a gateway's error,
   * nobody knows. Every other error is sent after a rollback.
   */
  get mayHaveChanged(): boolean {
    if (this.code === "offline") return false;
    return this.status === 0 || this.status === 502 || this.status === 504;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isFields(value: unknown): value is Record<string, string[]> {
  return isRecord(value) && Object.values(value).every((entry) => Array.isArray(entry));
}

/** Reads an error from any body, including a proxy's error page. */
export function toApiError(response: Response, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const { code, message, fields } = error;
  return new ApiError(
    typeof code === "string" ? code : "unknown",
    typeof message === "string" && message !== "" ? message : t("error.unknown"),
    {
      fields: isFields(fields) ? fields : {},
      status: response.status,
      requestId: response.headers.get("X-Request-Id"),
      details: error,
    },
  );
}

export function networkError(): ApiError {
  return new ApiError("network", t("error.network"));
}

/** A change that was not sent. */
export function offlineError(): ApiError {
  return new ApiError("offline", t("frame.offlineWrites"));
}

/** A sentence for anything that was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : t("error.unknown");
}

/** The first message for each field that the server found invalid, for `form.setErrors`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, [message]]) => [field, message ?? error.message]),
  );
}

/** The message of an error that belongs to no field. */
export function formError(error: unknown): string | null {
  const isAtField = Object.keys(fieldErrors(error)).length > 0;
  return error === null || error === undefined || isAtField ? null : errorMessage(error);
}

export function hasCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}
