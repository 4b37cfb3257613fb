/**
 * Renders pages inside the server's process, where a bare V8 runs this file without network, clock or
 * files. A call either returns the markup or the answers of the API that it needs first.
 */
import { takeNeeded } from "./webApis";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router";
import { type Answers, provideAnswers } from "@/api/answers";
import { createQueryClient, queryClientContext } from "@/api/queryClient";
import type { Frame } from "@/api/types";
import { createRoutes } from "@/app/routes";
import { startStateFromQueries } from "@/app/stateFromQueries";
import { loadLanguage } from "@/messages/language";
import { resetAppState, useAppState } from "@/state/appState";
import { useFrame } from "@/state/frame";
import { setRenderedCart } from "@/state/renderedCart";
import type { NoScriptContent } from "./noScript/content";
import "./noScript/parts";
import { withPage } from "./noScript/routes";

/** What a page is rendered from. */
interface Page {
  /** Path and query. */
  address: string;
  /** Tag of the shop's language. */
  language: string;
  frame: Frame;
  answers: Answers;
  /** What a page for a visitor without a script shows; null for the pages of the client. */
  noScript: NoScriptContent | null;
  /** The SKU ids of a guest's cart, for its page; else empty. */
  cart: number[];
}

/** The markup; or what is needed for it; or why there is none. */
type Outcome = { html: string } | { needs: string[] } | { failure: string };

/** Any origin: the API client needs whole URLs, and only their paths are read. */
const ORIGIN = "http://shop.invalid";

/** How React marks what was not ready. */
const SUSPENDED = "<!--$!-->";
/** Steps that a part which is loaded when needed takes until it is there. */
const TICKS = 12;
/** How deep such parts may be nested. */
const MAX_LAZY = 4;

// A store hands hooks its initial state on a server. Here, that is the state that the answers lead to.
useAppState.startFrom(useAppState.getState);
useFrame.startFrom(useFrame.getState);

async function renderPage(page: Page): Promise<Outcome> {
  const { address, language, frame, answers, noScript, cart } = page;
  await loadLanguage(language);
  provideAnswers(answers);
  const queryClient = createQueryClient();
  const ofClient = createRoutes(
    queryClient,
    { target: () => address, go: () => undefined },
    () => null,
  );
  const routes = noScript === null ? ofClient : withPage(ofClient, noScript, queryClient);
  resetAppState({ baseUrl: ORIGIN, guestCartItem: noScript?.skuIds ?? cart });
  setRenderedCart(cart);
  useFrame.setState(frame, true);
  startStateFromQueries(queryClient);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(ORIGIN + address), {
    requestContext: new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  });
  if (context instanceof Response) return { failure: "redirected" };
  const errors: unknown[] = Object.values(context.errors ?? {});
  if (errors.length > 0) throw errors[0];
  const router = createStaticRouter(handler.dataRoutes, context);
  const element = (
    <QueryClientProvider client={queryClient}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </QueryClientProvider>
  );
  let html = renderToString(element);
  // A part that is loaded when needed is there after some steps, as all modules are in this file.
  for (let round = 0; round < MAX_LAZY && html.includes(SUSPENDED); round += 1) {
    for (let tick = 0; tick < TICKS; tick += 1) await Promise.resolve();
    html = renderToString(element);
  }
  return { html };
}

let outcome: Outcome | null = null;

/** Begins to render a page, given as JSON. The work is done when the queue of promises is empty. */
function begin(page: string): void {
  outcome = null;
  takeNeeded();
  renderPage(JSON.parse(page) as Page).then(
    (rendered) => {
      outcome = rendered;
    },
    (error: unknown) => {
      outcome = {
        failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    },
  );
}

/** Returns the outcome of what has begun, as JSON. */
function finish(): string {
  const needs = takeNeeded();
  return JSON.stringify(outcome ?? (needs.length > 0 ? { needs } : { failure: "never finished" }));
}

Object.assign(globalThis, { begin, finish });
