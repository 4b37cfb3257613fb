/** The only script that the shop does not serve itself; loaded only if Google sign-in is enabled. */
const SCRIPT = "https://accounts.google.com/gsi/client";
const SCOPES = "email profile openid";

/** Google's names for the look of the button. */
export const GOOGLE_BUTTON = { theme: "outline", size: "large" } as const;

/** The popup returns an authorization code or an access token. */
export type GoogleFlow = "code" | "token";
export type GoogleProof = { code: string } | { accessToken: string };

/** Set at build time by `VITE_GOOGLE_FLOW`. */
export const GOOGLE_FLOW: GoogleFlow =
  import.meta.env["VITE_GOOGLE_FLOW"] === "token" ? "token" : "code";

interface Client {
  requestCode: () => void;
  requestAccessToken: () => void;
}

interface Settings<Answer> {
  client_id: string;
  scope: string;
  ux_mode?: "popup";
  callback: (answer: Answer & { error?: string }) => void;
  error_callback: (error: { type: string }) => void;
}

export interface Google {
  accounts: {
    oauth2: {
      initCodeClient: (settings: Settings<{ code?: string }>) => Pick<Client, "requestCode">;
      initTokenClient: (
        settings: Settings<{ access_token?: string }>,
      ) => Pick<Client, "requestAccessToken">;
    };
  };
}

/** Why Google sign-in ended without a result; `closed` means that the shopper closed the popup. */
export class GoogleFailure extends Error {
  readonly reason: "closed" | "blocked" | "failed";

  constructor(reason: GoogleFailure["reason"], message: string) {
    super(message);
    this.name = "GoogleFailure";
    this.reason = reason;
  }
}

/** The shop has no client id, so Google sign-in is not enabled. */
export class ClientIdMissing extends Error {
  constructor() {
    super("A client id is required for Google sign-in.");
    this.name = "ClientIdMissing";
  }
}

let loading: Promise<Google> | null = null;

function loadedGoogle(): Google | undefined {
  return (window as unknown as { google?: Google }).google;
}

/** Google's library, ready for the shop's client id. */
export interface GoogleReady {
  google: Google;
  clientId: string;
}

/**
 * Loads Google sign-in. Raises ClientIdMissing without a client id, and errors outside a browser or
 * when the script does not load. Loading can be retried.
 */
export async function prepareGoogle(clientId: string | null): Promise<GoogleReady> {
  if (typeof window === "undefined") {
    throw new Error("Google sign-in cannot run outside a browser.");
  }
  if (!clientId) throw new ClientIdMissing();
  return { google: await loadGoogle(), clientId };
}

/** Loads the script once; can be retried after a failure. */
function loadGoogle(): Promise<Google> {
  loading ??= new Promise<Google>((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      loading = null;
      script.remove();
      reject(new Error("Failed to load the Google 3P Authorization JavaScript Library."));
    };
    script.src = SCRIPT;
    script.async = true;
    script.onerror = fail;
    script.onload = () => {
      const google = loadedGoogle();
      if (google) resolve(google);
      else fail();
    };
    document.head.append(script);
  });
  return loading;
}

const REASONS: Readonly<Record<string, GoogleFailure["reason"]>> = {
  popup_closed: "closed",
  access_denied: "closed",
  popup_failed_to_open: "blocked",
};

function failure(type: string): GoogleFailure {
  return new GoogleFailure(REASONS[type] ?? "failed", `Google sign-in: ${type}`);
}

/** Opens Google's popup and returns its code or access token. Rejects with GoogleFailure. */
export function openGooglePopup(
  { google, clientId }: GoogleReady,
  flow: GoogleFlow = "code",
): Promise<GoogleProof> {
  return new Promise((resolve, reject) => {
    const common = {
      client_id: clientId,
      scope: SCOPES,
      error_callback: ({ type }: { type: string }) => reject(failure(type)),
    };
    const settle = (proof: GoogleProof | undefined, error: string | undefined) =>
      proof === undefined ? reject(failure(error ?? "no answer")) : resolve(proof);
    const { oauth2 } = google.accounts;
    if (flow === "code") {
      oauth2
        .initCodeClient({
          ...common,
          ux_mode: "popup",
          callback: ({ code, error }) => settle(code === undefined ? undefined : { code }, error),
        })
        .requestCode();
    } else {
      oauth2
        .initTokenClient({
          ...common,
          callback: ({ access_token: accessToken, error }) =>
            settle(accessToken === undefined ? undefined : { accessToken }, error),
        })
        .requestAccessToken();
    }
  });
}
