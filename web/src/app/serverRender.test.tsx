// @vitest-environment node
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient, queryClientContext } from "@/api/queryClient";
import { useAppState } from "@/state/appState";
import { createRoutes } from "./routes";
import { startStateFromQueries } from "./stateFromQueries";

const picture = { path: "/media/a.webp", alt: "A vase", width: 10, height: 10, colour: "#e0d8cc" };
const pageItem = {
  categoryList: [{ slug: "table", title: "Table", description: "", image: picture, link: "/" }],
  sliderList: [
    {
      slug: "evening",
      title: "An evening at the table",
      subtitle: "",
      callToAction: "",
      image: picture,
      phoneImage: null,
      link: "/s/collections/evening",
    },
  ],
  salesList: [],
  featureSection: [],
};

beforeEach(() => {
  useAppState.startFrom(useAppState.getState);
  useAppState.setState({ baseUrl: "http://shop.test" });
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("fetch", (request: Request) =>
    Promise.resolve(
      new URL(request.url).pathname === "/api/home"
        ? Response.json({ status: true, output: { pageItem, highlights: null }, error: null })
        : Response.json({ status: false, output: null, error: null }, { status: 503 }),
    ),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function render(path: string, queryClient = createQueryClient()): Promise<string> {
  startStateFromQueries(queryClient);
  const routes = createRoutes(queryClient, { target: () => path, go: () => undefined }, () => null);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://shop.test${path}`), {
    requestContext: new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  });
  if (context instanceof Response) throw new Error(`answered ${context.status}`);
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
      />
    </QueryClientProvider>,
  );
}

it("renders home without a browser, with the data of its loader", async () => {
  const html = await render("/");
  expect(html).toContain("An evening at the table");
  expect(html).toContain("/media/a.webp?w=640 640w");
});

it.each(["/c/collections/table", "/products/vase", "/search", "/faqs", "/blogs", "/contact-us"])(
  "renders %s without a browser",
  async (path) => {
    expect(await render(path)).toContain('id="content"');
  },
);

it("renders the login page without a browser, where Google sign-in cannot run", async () => {
  vi.stubGlobal("fetch", (request: Request) =>
    Promise.resolve(
      request.url.endsWith("/api/credentials/googleAuth")
        ? Response.json({ status: true, output: { clientId: "client-1" }, error: null })
        : Response.json({ status: false, output: null, error: null }, { status: 503 }),
    ),
  );
  const queryClient = createQueryClient();
  expect(await render("/login", queryClient)).toContain("Send code");
  await vi.waitFor(() => {
    const library = queryClient.getQueryState(["shop", "googleLibrary", "client-1"]);
    expect(library?.error?.message).toBe("Google sign-in cannot run outside a browser.");
  });
});
