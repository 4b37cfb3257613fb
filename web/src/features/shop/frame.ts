import type { QueryClient } from "@tanstack/react-query";
import { api, request } from "@/api/client";
import { useAppState } from "@/state/appState";
import { companyLogoQuery, shopLogoQuery } from "./queries";

/** Loads what every page's frame shows. A part that fails leaves its defaults in place. */
export async function loadShop(queryClient: QueryClient): Promise<void> {
  await Promise.allSettled([queryClient.query(companyLogoQuery), queryClient.query(shopLogoQuery)]);
}

/** Asks what the shop can do now. It holds nothing up, and a failure is only logged. */
export function fetchAvailability(): void {
  void request(api.GET("/api/credentials/applicability"), {
    onSuccess: ({ output }) =>
      useAppState.setState({
        availibilityData: output,
        paymentGatewayMode: output.paymentGatewayMode,
      }),
    onError: (error) => console.error("Error fetching availability data:", error),
  });
}
