import { beforeEach, describe, expect, it } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { homeQuery } from "@/features/merchandising/queries";
import { customerKey } from "@/features/customers/queries";
import { companyLogoQuery, shopLogoQuery } from "@/features/shop/queries";
import { resetAppState, useAppState } from "@/state/appState";
import { startStateFromQueries } from "./stateFromQueries";

const customer = (id: number, postalCode: string) =>
  ({ id, addresses: [{ id: 1, isPrimary: true, postalCode }] }) as never;

let queryClient: ReturnType<typeof createQueryClient>;

beforeEach(() => {
  resetAppState();
  queryClient = createQueryClient();
  startStateFromQueries(queryClient);
});

describe("the state", () => {
  it("follows the loaded data of the shop", () => {
    const pageItem = { categoryList: [], sliderList: [], salesList: [], featureSection: [] };
    queryClient.setQueryData(homeQuery.queryKey, { pageItem, highlights: null, sections: null });
    queryClient.setQueryData(companyLogoQuery.queryKey, { companyName: "Otter" } as never);
    queryClient.setQueryData(shopLogoQuery.queryKey, {
      cdnThirtdPartyEndPoint: "https://cdn.test",
      cdnLocalEndPoint: "https://near.test",
    });
    const state = useAppState.getState();
    expect(state.pageItem).toBe(pageItem);
    expect(state.companyLogoDetails.companyName).toBe("Otter");
    expect([state.cdn, state.fallbackCdn]).toEqual(["https://cdn.test", "https://near.test"]);
  });

  it("follows the signed-in customer and keeps the tokens", () => {
    useAppState.setState({
      userDetails: { token: "t", refreshToken: "r", details: customer(5, "97201") },
    });
    queryClient.setQueryData(customerKey("5"), customer(5, "10001"));
    expect(useAppState.getState().userDetails).toMatchObject({
      token: "t",
      refreshToken: "r",
      details: { addresses: [{ postalCode: "10001" }] },
    });
  });

  it("never mixes up customers, or guests with customers", () => {
    queryClient.setQueryData(customerKey("5"), customer(5, "10001"));
    expect(useAppState.getState().userDetails).toBeNull();
    const userDetails = { token: "t", refreshToken: "r", details: customer(5, "97201") };
    useAppState.setState({ userDetails });
    queryClient.setQueryData(customerKey("6"), customer(6, "10001"));
    expect(useAppState.getState().userDetails).toBe(userDetails);
  });
});
