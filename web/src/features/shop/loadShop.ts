import type { QueryClient } from "@tanstack/react-query";
import { api, request } from "@/api/client";
import { useAppState } from "@/state/appState";
import { companyLogoQuery, shopLogoQuery } from "./queries";

/** Loads the shop's name, logo and CDN endpoints. What fails to load keeps its default. */
export async function loadShop(queryClient: QueryClient): Promise<void> {
  await Promise.allSettled([queryClient.query(companyLogoQuery), queryClient.query(shopLogoQuery)]);
}

/** Loads the shop's features and payment mode in the background. A failure is only logged. */
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
