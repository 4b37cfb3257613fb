import { NativeSelect, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import { ADDRESS, discountOf, type TEXTS } from "./draftForm";
import styles from "./drafts.module.css";
import type { PartProps } from "./props";

const LABELS = {
  firstName: "drafts.firstName",
  lastName: "drafts.lastName",
  company: "drafts.company",
  line1: "drafts.line1",
  line2: "drafts.line2",
  city: "drafts.city",
  state: "drafts.stateOfAddress",
  postalCode: "drafts.postalCode",
  country: "drafts.country",
  phone: "drafts.phone",
} as const;

/** Address, delivery method, promo code, discount and notes. */
export function DeliveryPanel(props: PartProps) {
  const { form, onChange, errors } = props;
  return (
    <>
      <Panel title={t("drafts.address")}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {ADDRESS.map((name) => (
            <TextInput
              key={name}
              label={t(LABELS[name])}
              {...(name === "country"
                ? { maxLength: 2, placeholder: t("drafts.countryHint") }
                : {})}
              value={form.address[name]}
              error={errors[`address.${name}`]}
              onChange={(event) => {
                const value = event.currentTarget.value;
                const text = name === "country" ? value.toUpperCase() : value;
                onChange((now) => ({ ...now, address: { ...now.address, [name]: text } }));
              }}
            />
          ))}
        </SimpleGrid>
      </Panel>
      <Panel title={t("drafts.delivery")}>
        <Terms {...props} />
      </Panel>
    </>
  );
}

type Name = (typeof TEXTS)[number];

function Terms({ form, onChange, quote, errors }: PartProps) {
  const { currency } = useShop();
  const set = (name: Name, value: string) =>
    onChange((now) => ({ ...now, texts: { ...now.texts, [name]: value } }));
  const { texts } = form;
  const methods = quote?.quote.shippingMethods ?? [];
  const isHalf =
    (texts.discountAmount !== "" || texts.discountReason !== "") &&
    discountOf(form, currency) === null;
  return (
    <div className={styles.form}>
      <NativeSelect
        label={t("drafts.method")}
        data={methods.map(({ code, name, price }) => ({
          value: code,
          label: `${name} · ${money(price)}`,
        }))}
        value={texts.shippingMethod || (quote?.quote.shippingMethod ?? "")}
        disabled={methods.length === 0}
        onChange={(event) => set("shippingMethod", event.currentTarget.value)}
      />
      <TextInput
        label={t("drafts.promoCode")}
        value={texts.promoCode}
        onChange={(event) => set("promoCode", event.currentTarget.value)}
        error={errors["promoCode"]}
        maxLength={64}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t("drafts.discount", { currency })}
          inputMode="decimal"
          value={texts.discountAmount}
          onChange={(event) => set("discountAmount", event.currentTarget.value)}
          error={isHalf ? t("drafts.discountBoth") : errors["discount.amount"]}
        />
        <TextInput
          label={t("drafts.discountReason")}
          value={texts.discountReason}
          onChange={(event) => set("discountReason", event.currentTarget.value)}
          error={errors["discount.reason"]}
          maxLength={80}
        />
      </SimpleGrid>
      <Notes texts={texts} set={set} />
    </div>
  );
}

interface NotesProps {
  texts: Readonly<Record<Name, string>>;
  set: (name: Name, value: string) => void;
}

function Notes({ texts, set }: NotesProps) {
  return (
    <>
      <Textarea
        label={t("drafts.deliveryNote")}
        autosize
        value={texts.deliveryNote}
        onChange={(event) => set("deliveryNote", event.currentTarget.value)}
        maxLength={250}
      />
      <Textarea
        label={t("drafts.note")}
        autosize
        value={texts.note}
        onChange={(event) => set("note", event.currentTarget.value)}
        maxLength={2000}
      />
    </>
  );
}
