import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Customer } from "@/api/types";
import { homeQuery } from "@/features/merchandising/queries";
import { customerKey } from "@/features/customers/queries";
import { companyLogoQuery, shopLogoQuery } from "@/features/shop/queries";
import { useAppState, visitorOf } from "@/state/appState";

const isSame = (left: QueryKey, right: QueryKey) =>
  left.length === right.length && left.every((part, index) => part === right[index]);

/**
 * Copies server data from the query cache, its only source, to the app state. Runs on each change of the
 * cache, before anything is rendered.
 */
export function startStateFromQueries(queryClient: QueryClient): void {
  const read = <Key extends QueryKey>(key: Key) => queryClient.getQueryData(key);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const queryKey = event.query.queryKey as QueryKey;
    if (isSame(queryKey, homeQuery.queryKey)) {
      const home = read(homeQuery.queryKey);
      if (home) useAppState.setState({ pageItem: home.pageItem });
    } else if (isSame(queryKey, companyLogoQuery.queryKey)) {
      const companyLogoDetails = read(companyLogoQuery.queryKey);
      if (companyLogoDetails) useAppState.setState({ companyLogoDetails });
    } else if (isSame(queryKey, shopLogoQuery.queryKey)) {
      const shop = read(shopLogoQuery.queryKey);
      if (shop) {
        useAppState.setState({
          cdn: shop.cdnThirtdPartyEndPoint,
          fallbackCdn: shop.cdnLocalEndPoint,
        });
      }
    } else {
      const { userDetails } = useAppState.getState();
      if (!userDetails || !isSame(queryKey, customerKey(visitorOf(useAppState.getState())))) return;
      const details = event.query.state.data as Customer;
      if (details !== userDetails.details) {
        useAppState.setState({ userDetails: { ...userDetails, details } });
      }
    }
  });
}
