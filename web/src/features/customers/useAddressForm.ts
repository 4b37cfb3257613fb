import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef } from "react";
import { errorMessage, fieldErrors } from "@/api/errors";
import type { Address } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import { hasErrors } from "@/ui/Form/field";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { useDraft, useRemembered } from "@/ui/Form/useDraft";
import {
  type AddressDraft,
  addressInput,
  addressProblems,
  EMPTY_ADDRESS,
  toAddressDraft,
} from "./addressDraft";
import { useSaveAddress } from "./changes";
import { countriesQuery } from "./queries";

/** A new address starts with the customer's name and the shop's country. */
function useInitialDraft(address: Address | null): AddressDraft {
  const country = useAppState((state) => state.availibilityData?.country ?? "");
  const customer = useAppState((state) => state.userDetails?.details);
  if (address) return toAddressDraft(address);
  const { firstName, lastName } = customer ?? {};
  return { ...EMPTY_ADDRESS, firstName: firstName ?? "", lastName: lastName ?? "", country };
}

/** The state of the form that adds an address (`null`) or changes one. */
export function useAddressForm(address: Address | null, onSaved: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const { data: countries = [] } = useQuery(countriesQuery);
  const visitor = useAppState(visitorOf);
  const initial = { draft: useInitialDraft(address), isPrimary: address?.isPrimary ?? false };
  const { value, ...remembered } = useRemembered(
    `address ${visitor} ${address?.id ?? ""}`,
    initial,
  );
  const { draft, change, problems, setProblems } = useDraft(value.draft);
  const { isPrimary } = value;
  const save = useSaveAddress();
  const country = countries.find(({ code }) => code === draft.country);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = addressProblems(draft, country);
    setProblems(found);
    if (hasErrors(found)) {
      focusFirstInvalid(form.current);
      return;
    }
    save.mutate(
      { id: address?.id ?? null, body: { ...addressInput(draft, country), isPrimary } },
      {
        onSuccess: () => {
          remembered.forget();
          onSaved();
        },
        onError: (error) => {
          setProblems(fieldErrors(error));
          focusFirstInvalid(form.current);
        },
      },
    );
  };
  return {
    ...{ form, draft, isPrimary, problems, country, submit },
    setPrimary: (primary: boolean) => remembered.change({ draft, isPrimary: primary }),
    /** Opened again, an address is as it is stored; a new one is as it was typed. */
    discard: () => {
      if (address) remembered.forget();
    },
    change: (changed: AddressDraft) => {
      change(changed);
      remembered.change({ draft: changed, isPrimary });
      if (save.isError) save.reset();
    },
    busy: save.isPending,
    error: save.error ? errorMessage(save.error) : null,
  };
}
