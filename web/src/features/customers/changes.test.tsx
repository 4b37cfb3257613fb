import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CustomerAddressInput } from "@/api/types";
import { resetAppState, useAppState } from "@/state/appState";
import { useDeleteAddress, useSaveAddress, useSetPrimary } from "./changes";
import { customerQuery } from "./queries";

let requests: string[];
const body = { line1: "12 Harbor Street" } as CustomerAddressInput;

beforeEach(() => {
  requests = [];
  useAppState.setState({
    userDetails: { token: "a", refreshToken: "r", details: { id: 5 } as never },
  });
  vi.stubGlobal("fetch", ({ method, url }: Request) => {
    requests.push(`${method} ${new URL(url).pathname}`);
    return Promise.resolve(Response.json({ status: true, output: { id: 5 }, error: null }));
  });
});
afterEach(() => {
  resetAppState();
  vi.unstubAllGlobals();
});

it.each([
  ["added", "POST /customer/address"],
  ["changed", "PUT /customer/address/3"],
  ["made primary", "POST /customer/address/primary/3"],
  ["deleted", "DELETE /customer/address/3"],
])("after an address was %s the customer is loaded again", async (change, call) => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({
      customer: useQuery(customerQuery("5")),
      save: useSaveAddress(),
      setPrimary: useSetPrimary(),
      remove: useDeleteAddress(),
    }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.customer.isSuccess).toBe(true));
  const { save, setPrimary, remove } = result.current;
  act(() => {
    if (change === "added") save.mutate({ id: null, body });
    else if (change === "changed") save.mutate({ id: 3, body });
    else if (change === "deleted") remove.mutate(3);
    else setPrimary.mutate(3);
  });
  await waitFor(() => expect(requests).toEqual(["GET /customer", call, "GET /customer"]));
});
