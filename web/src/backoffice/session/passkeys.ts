import { ApiError } from "../api/errors";
import { t } from "../messages/t";

/** The operator closed the browser's dialog, or it found no passkey. */
function refused(error: unknown): Error {
  const isKnown = error instanceof DOMException;
  return isKnown
    ? new ApiError("passkey_cancelled", t("signin.passkeyCancelled"))
    : (error as Error);
}

/** What the server sends and takes: JSON of the browser's own types. */
type Json = Record<string, unknown>;

export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

/** Asks the browser for a passkey. Throws an ApiError if the operator closed the dialog. */
export async function getPasskey(options: Json): Promise<Json> {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as unknown as PublicKeyCredentialRequestOptionsJSON,
    );
    const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    const json = found.toJSON() as unknown;
    return json as Json;
  } catch (error) {
    throw refused(error);
  }
}

/** Asks the browser to create a passkey. */
export async function createPasskey(options: Json): Promise<Json> {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON,
    );
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    const json = made.toJSON() as unknown;
    return json as Json;
  } catch (error) {
    throw refused(error);
  }
}
