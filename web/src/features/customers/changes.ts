import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Customer, CustomerAddressInput, ProfileInput } from "@/api/types";
import { uploadPicture } from "@/api/uploads";
import { useAppState, visitorOf } from "@/state/appState";
import { currentCustomerQuery, customerKey } from "./queries";

/** A mutation that reloads the customer; it is pending until the customer has loaded. */
function useCustomerChange<Variables, Output>(change: (variables: Variables) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    scope: { id: "customer" },
    onSuccess: () =>
      queryClient.invalidateQueries({
        queryKey: customerKey(visitorOf(useAppState.getState())),
        // Also when no page shows the customer, because the app state follows the cache.
        refetchType: "all",
      }),
  });
}

export function addAddress(body: CustomerAddressInput) {
  return unwrap(api.POST("/customer/address", { body }));
}

/** Adds an address, or updates the one with the id. */
export const useSaveAddress = () =>
  useCustomerChange(({ id, body }: { id: number | null; body: CustomerAddressInput }) =>
    id === null
      ? addAddress(body)
      : unwrap(api.PUT("/customer/address/{id}", { params: { path: { id } }, body })),
  );

export const useDeleteAddress = () =>
  useCustomerChange((id: number) =>
    unwrap(api.DELETE("/customer/address/{id}", { params: { path: { id } } })),
  );

export const useSetPrimary = () =>
  useCustomerChange((id: number) =>
    unwrap(api.POST("/customer/address/primary/{id}", { params: { path: { id } } })),
  );

/** Puts a customer into the cache; the app state follows. */
export function showCustomer(queryClient: QueryClient, details: Customer): void {
  queryClient.setQueryData(customerKey(String(details.id)), details);
}

/** Reloads the customer, e.g. after the number of unread messages changed. */
export async function reloadCustomer(queryClient: QueryClient): Promise<void> {
  await queryClient.query({ ...currentCustomerQuery(), staleTime: 0 });
}

/** As `useCustomerChange`, for calls that return the customer: shown before it reloads. */
function useCustomerUpdate<Variables>(change: (variables: Variables) => Promise<Customer>) {
  const queryClient = useQueryClient();
  return useCustomerChange(async (variables: Variables) => {
    const details = await change(variables);
    showCustomer(queryClient, details);
    return details;
  });
}

export const useSaveProfile = () =>
  useCustomerUpdate((body: ProfileInput) => unwrap(api.PUT("/customer", { body })));

/** Uploads a picture and sets it as the avatar. */
export const useSetAvatar = () =>
  useCustomerUpdate(async (file: File) => {
    const { id: image } = await uploadPicture(file);
    return unwrap(api.PUT("/customer/avatar", { body: { image } }));
  });

export const useRemoveAvatar = () =>
  useCustomerUpdate(() => unwrap(api.DELETE("/customer/avatar")));
