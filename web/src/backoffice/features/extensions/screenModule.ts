import { callPath, type PathCall } from "../../api/client";

/** The version of the interface between the back office and screens; see docs/extending.md. */
export const SCREEN_VERSION = 1;

/** What a screen gets. */
export interface ScreenContext {
  /** Empty, and only this screen's. */
  element: HTMLElement;
  /** Calls the API as the operator; returns the output, throws an error with `code` and `message`. */
  api: (path: string, call?: PathCall) => Promise<unknown>;
  /** The operator's language, such as `en-US`. */
  locale: string;
  /** The part of the address below the screen's path; empty or with a slash in front. */
  path: string;
  /** Goes to another page, such as `/orders/SO-1`. */
  navigate: (path: string) => void;
  /** Shows a short outcome. */
  toast: (text: string) => void;
}

type Unmount = () => void;
type Mount = (context: ScreenContext) => Promise<Unmount | undefined> | Unmount | undefined;

/** The module of a screen does not follow the interface. */
export class InvalidScreen extends Error {}

export type ImportModule = (path: string) => Promise<unknown>;

const importModule: ImportModule = (path) => import(/* @vite-ignore */ path);

/** Loads the module of a screen and renders it. Returns what removes it. */
export async function mountScreen(
  module: string,
  context: Omit<ScreenContext, "api">,
  load: ImportModule = importModule,
): Promise<Unmount> {
  const loaded = (await load(module)) as { version?: unknown; mount?: unknown };
  if (loaded.version !== SCREEN_VERSION || typeof loaded.mount !== "function") {
    throw new InvalidScreen(`${module} exports no version ${SCREEN_VERSION} with mount().`);
  }
  const unmount = await (loaded.mount as Mount)({ ...context, api: callPath });
  return unmount ?? (() => undefined);
}
