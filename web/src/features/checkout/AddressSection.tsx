import type { Country, Customer } from "@/api/types";
import { inOneLine } from "@/features/customers/addressDraft";
import { AddressFields } from "@/features/customers/AddressFields";
import { t } from "@/messages/t";
import { Checkbox } from "@/ui/Form/Checkbox";
import { Choices } from "@/ui/Form/Choices";
import { BillingFields } from "./BillingFields";
import { CheckoutSection } from "./CheckoutSection";
import { billingCountry } from "./details";
import { type CheckoutDraft, chosenAddress, chosenAddressId } from "./draft";
import type { Problems } from "./problems";

interface Props {
  customer: Customer | null;
  draft: CheckoutDraft;
  countries: readonly Country[];
  problems: Problems;
  phoneNeeded: boolean;
  onChange: (change: Partial<CheckoutDraft>) => void;
}

const NEW = "new";

/** Where it goes: one of the customer's addresses, or one that is filled in. */
export function AddressSection({
  customer,
  draft,
  countries,
  problems,
  phoneNeeded,
  onChange,
}: Props) {
  const saved = customer?.addresses ?? [];
  const chosen = chosenAddressId(draft, customer);
  const { billing, address: typed } = draft;
  const place = { billing, saved: chosenAddress(draft, customer), typed, countries };
  return (
    <CheckoutSection title={t("checkout.delivery")}>
      {saved.length > 0 && (
        <Choices
          legend={t("checkout.savedAddresses")}
          value={chosen === null ? NEW : String(chosen)}
          onChange={(value) =>
            onChange({ addressId: value === NEW ? NEW : Number(value), shippingMethod: null })
          }
          choices={[
            ...saved.map((address) => ({
              value: String(address.id),
              label: `${address.firstName} ${address.lastName}`,
              text: [address.company, inOneLine(address)].filter(Boolean).join(", "),
              aside: address.name,
            })),
            { value: NEW, label: t("checkout.otherAddress") },
          ]}
        />
      )}
      {chosen === null && (
        <>
          <AddressFields
            draft={draft.address}
            problems={{ phone: problems.phone, ...problems.address }}
            phone={customer !== null}
            phoneNeeded={phoneNeeded && customer?.phone === null}
            onChange={(address) =>
              onChange({
                address,
                ...(customer ? { addressId: NEW } : {}),
                ...(address.country === draft.address.country ? {} : { shippingMethod: null }),
              })
            }
          />
          {customer && (
            <Checkbox
              label={t("checkout.saveAddress")}
              checked={draft.saveAddress}
              onChange={(saveAddress) => onChange({ saveAddress, addressId: NEW })}
            />
          )}
        </>
      )}
      <BillingFields
        billing={billing}
        saved={place.saved}
        country={billingCountry(place)}
        problems={problems.billing}
        onChange={(changed) => onChange({ billing: changed })}
      />
    </CheckoutSection>
  );
}
