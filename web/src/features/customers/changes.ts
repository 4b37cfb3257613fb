import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { Customer, CustomerAddressInput, ProfileInput } from "@/api/types";
import { uploadPicture } from "@/api/uploads";
import { useAppState, visitorOf } from "@/state/appState";
import { customerKey, customerQuery } from "./queries";

/** After every change the customer is loaded again; the change is over once that is shown. */
function useCustomerChange<Variables, Output>(change: (variables: Variables) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    scope: { id: "customer" },
    onSuccess: async () => {
      const visitor = visitorOf(useAppState.getState());
      const queryKey = customerKey(visitor);
      await queryClient.invalidateQueries({ queryKey });
      // Estimates of delivery go by the primary address of the frame's customer.
      const loaded = queryClient.getQueryState<Customer>(queryKey);
      if (!loaded?.data || loaded.isInvalidated) return;
      if (visitorOf(useAppState.getState()) === visitor) showCustomer(loaded.data);
    },
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

/** Keeps what the frame shows of the customer in step. */
export function showCustomer(details: Customer): void {
  const { userDetails } = useAppState.getState();
  if (userDetails) useAppState.setState({ userDetails: { ...userDetails, details } });
}

/** Asks for the customer again because something that the frame shows of them has changed. */
export async function reloadCustomer(queryClient: QueryClient): Promise<void> {
  const visitor = visitorOf(useAppState.getState());
  const details = await queryClient.query({ ...customerQuery(visitor), staleTime: 0 });
  if (visitorOf(useAppState.getState()) === visitor) showCustomer(details);
}

export const useSaveProfile = () =>
  useCustomerChange(async (body: ProfileInput) => {
    const details = await ask(api.PUT("/customer", { body }));
    showCustomer(details);
    return details;
  });

/** Sends a picture and shows it beside the name. */
export const useSetAvatar = () =>
  useCustomerChange(async (file: File) => {
    const { id: image } = await uploadPicture(file);
    showCustomer(await ask(api.PUT("/customer/avatar", { body: { image } })));
  });

export const useRemoveAvatar = () =>
  useCustomerChange(async () => showCustomer(await ask(api.DELETE("/customer/avatar"))));
