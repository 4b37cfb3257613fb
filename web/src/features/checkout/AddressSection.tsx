import type { Country, Customer } from "@/api/types";
import { addressSummary } from "@/features/customers/addressDraft";
import { AddressFields } from "@/features/customers/AddressFields";
import { t } from "@/messages/t";
import { Checkbox } from "@/ui/Form/Checkbox";
import { RadioGroup } from "@/ui/Form/RadioGroup";
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
  phoneRequired: boolean;
  onChange: (change: Partial<CheckoutDraft>) => void;
}

const NEW = "new";

/** Delivery and billing address. */
export function AddressSection({ countries, ...props }: Props) {
  const { customer, draft, problems, onChange } = props;
  const { billing, address: typed } = draft;
  const saved = chosenAddress(draft, customer);
  return (
    <CheckoutSection title={t("checkout.delivery")}>
      {customer !== null && customer.addresses.length > 0 && (
        <SavedAddresses customer={customer} draft={draft} onChange={onChange} />
      )}
      {saved === null && <NewAddress {...props} />}
      <BillingFields
        billing={billing}
        saved={saved}
        country={billingCountry({ billing, saved, typed, countries })}
        problems={problems.billing}
        onChange={(changed) => onChange({ billing: changed })}
      />
    </CheckoutSection>
  );
}

interface SavedAddressesProps extends Pick<Props, "draft" | "onChange"> {
  customer: Customer;
}

function SavedAddresses({ customer, draft, onChange }: SavedAddressesProps) {
  return (
    <RadioGroup
      legend={t("checkout.savedAddresses")}
      value={String(chosenAddressId(draft, customer) ?? NEW)}
      onChange={(value) =>
        onChange({ addressId: value === NEW ? NEW : Number(value), shippingMethod: null })
      }
      choices={[
        ...customer.addresses.map((address) => ({
          value: String(address.id),
          label: `${address.firstName} ${address.lastName}`,
          text: [address.company, addressSummary(address)].filter(Boolean).join(", "),
          aside: address.name,
        })),
        { value: NEW, label: t("checkout.otherAddress") },
      ]}
    />
  );
}

function NewAddress({
  customer,
  draft,
  problems,
  phoneRequired,
  onChange,
}: Omit<Props, "countries">) {
  return (
    <>
      <AddressFields
        draft={draft.address}
        problems={{ phone: problems.phone, ...problems.address }}
        phone={customer !== null}
        phoneRequired={phoneRequired && customer?.phone === null}
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
  );
}
