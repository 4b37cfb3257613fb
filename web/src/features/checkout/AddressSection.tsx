import type { Customer } from "@/api/types";
import { inOneLine } from "@/features/customers/addressDraft";
import { AddressFields } from "@/features/customers/AddressFields";
import { t } from "@/messages/t";
import { Checkbox } from "@/ui/Form/Checkbox";
import { Choices } from "@/ui/Form/Choices";
import { CheckoutSection } from "./CheckoutSection";
import { type CheckoutDraft, chosenAddressId } from "./draft";
import type { Problems } from "./problems";

interface Props {
  customer: Customer | null;
  draft: CheckoutDraft;
  problems: Problems;
  onChange: (change: Partial<CheckoutDraft>) => void;
}

const NEW = "new";

/** Where it goes: one of the customer's addresses, or one that is filled in. */
export function AddressSection({ customer, draft, problems, onChange }: Props) {
  const saved = customer?.addresses ?? [];
  const chosen = chosenAddressId(draft, customer);
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
              text: inOneLine(address),
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
            problems={problems.address}
            phone={customer !== null}
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
    </CheckoutSection>
  );
}
