import type { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { api, unwrap } from "@/api/client";
import { countriesQuery } from "@/features/customers/queries";
import { useAppState } from "@/state/appState";
import { CartPage } from "./CartPage";
import { CheckoutPage } from "./CheckoutPage";
import type { NoScriptContent } from "./content";
import { LinePage } from "./LinePage";
import { OrderPage } from "./OrderPage";
import { ProblemPage } from "./ProblemPage";

function Page({ content }: { content: NoScriptContent }) {
  switch (content.view) {
    case "cart":
      return <CartPage {...content} />;
    case "checkout":
      return <CheckoutPage {...content} />;
    case "line":
      return <LinePage place={content.place} />;
    case "order":
      return <OrderPage order={content.order} />;
    case "problem":
      return <ProblemPage message={content.message} />;
  }
}

/** The client's routes with a single page in their frame. */
export function withPage(
  routes: readonly RouteObject[],
  content: NoScriptContent,
  queryClient: QueryClient,
): RouteObject[] {
  const loader = async () => {
    const [available] = await Promise.all([
      unwrap(api.GET("/api/credentials/applicability")),
      queryClient.query(countriesQuery),
    ]);
    useAppState.setState({ availibilityData: available });
    return null;
  };
  const page = { path: "*", loader, element: <Page content={content} /> };
  return routes.map((root) => ({ ...root, children: [page] }) as RouteObject);
}
