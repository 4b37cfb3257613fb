import type { QueryClient } from "@tanstack/react-query";
import { requestJson } from "@/api/request";
import type { Applicability } from "@/api/types";
import { useAppState } from "@/state/appState";
import { companyLogoQuery, shopLogoQuery } from "./queries";

/** Loads what every page's frame shows. A part that fails leaves its defaults in place. */
export async function loadShop(queryClient: QueryClient): Promise<void> {
  const [logo, shop] = await Promise.allSettled([
    queryClient.query(companyLogoQuery),
    queryClient.query(shopLogoQuery),
  ]);
  if (logo.status === "fulfilled") useAppState.setState({ companyLogoDetails: logo.value });
  if (shop.status === "fulfilled") {
    useAppState.setState({
      cdn: shop.value.cdnThirtdPartyEndPoint,
      fallbackCdn: shop.value.cdnLocalEndPoint,
    });
  }
}

/** Asks what the shop can do now. It holds nothing up, and a failure is only logged. */
export function fetchAvailability(): void {
  void requestJson<{ output: Applicability }>({
    path: "api/credentials/applicability",
    onSuccess: ({ output }) =>
      useAppState.setState({
        availibilityData: output,
        paymentGatewayMode: output.paymentGatewayMode,
      }),
    onError: (error) => console.error("Error fetching availability data:", error),
  });
}
