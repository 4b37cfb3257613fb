import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { Customer, CustomerAddressInput, ProfileInput } from "@/api/types";
import { uploadPicture } from "@/api/uploads";
import { useAppState, visitorOf } from "@/state/appState";
import { currentCustomerQuery, customerKey } from "./queries";

/** After every change the customer is loaded again; the change is over once that is shown. */
function useCustomerChange<Variables, Output>(change: (variables: Variables) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    scope: { id: "customer" },
    onSuccess: () =>
      queryClient.invalidateQueries({
        queryKey: customerKey(visitorOf(useAppState.getState())),
        // Also where no screen shows the customer: the app state follows.
        refetchType: "all",
      }),
  });
}

export function addAddress(body: CustomerAddressInput) {
  return ask(api.POST("/customer/address", { body }));
}

/** Adds an address, or replaces the one with the id. */
export const useSaveAddress = () =>
  useCustomerChange(({ id, body }: { id: number | null; body: CustomerAddressInput }) =>
    id === null
      ? addAddress(body)
      : ask(api.PUT("/customer/address/{id}", { params: { path: { id } }, body })),
  );

export const useDeleteAddress = () =>
  useCustomerChange((id: number) =>
    ask(api.DELETE("/customer/address/{id}", { params: { path: { id } } })),
  );

export const useSetPrimary = () =>
  useCustomerChange((id: number) =>
    ask(api.POST("/customer/address/primary/{id}", { params: { path: { id } } })),
  );

/** Shows a customer that a change answered; the app state follows the cache. */
export function showCustomer(queryClient: QueryClient, details: Customer): void {
  queryClient.setQueryData(customerKey(String(details.id)), details);
}

/** Asks for the customer again because something that the frame shows of them has changed. */
export async function reloadCustomer(queryClient: QueryClient): Promise<void> {
  await queryClient.query({ ...currentCustomerQuery(), staleTime: 0 });
}

/** As `useCustomerChange`, for changes that answer with the customer: shown before the reload. */
function useCustomerAnswer<Variables>(change: (variables: Variables) => Promise<Customer>) {
  const queryClient = useQueryClient();
  return useCustomerChange(async (variables: Variables) => {
    const details = await change(variables);
    showCustomer(queryClient, details);
    return details;
  });
}

export const useSaveProfile = () =>
  useCustomerAnswer((body: ProfileInput) => ask(api.PUT("/customer", { body })));

/** Sends a picture and shows it beside the name. */
export const useSetAvatar = () =>
  useCustomerAnswer(async (file: File) => {
    const { id: image } = await uploadPicture(file);
    return ask(api.PUT("/customer/avatar", { body: { image } }));
  });

export const useRemoveAvatar = () => useCustomerAnswer(() => ask(api.DELETE("/customer/avatar")));
