import { Button, NumberInput, Select, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { countryOptions } from "../../ui/countries";
import type { PriceCheckBody } from "./queries";
import styles from "./settings.module.css";
import { TryResult } from "./TryResult";

const TEXTS = [
  ["state", "settings.state"],
  ["city", "settings.city"],
  ["taxId", "settings.taxId"],
  ["promoCode", "settings.promoCode"],
] as const;

/** What an order would cost somewhere, and why, by the saved settings. */
export function TryPanel({ unsaved }: { unsaved: boolean }) {
  const shop = useShop();
  const [item, setItem] = useState({ sku: "", quantity: 1 });
  const [country, setCountry] = useState(shop.country);
  const [texts, setTexts] = useState({ state: "", city: "", taxId: "", promoCode: "" });
  const check = useMutation({
    mutationFn: (body: PriceCheckBody) =>
      unwrap(api.POST("/api/admin/v1/settings/price-check/preview", { body })),
  });
  const errors = fieldErrors(check.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const items = [{ ...item, sku: item.sku.trim() }];
    check.mutate({ items, country, ...texts, postalCode: "", shippingMethod: "" });
  };
  return (
    <Panel title={t("settings.try")}>
      <p className="quiet small">{t(unsaved ? "settings.trySaved" : "settings.tryHelp")}</p>
      <form onSubmit={submit} noValidate className={styles.rates}>
        <ItemFields item={item} error={errors["items.0.sku"]} onChange={setItem} />
        <Select
          label={t("settings.country")}
          data={[...countryOptions]}
          value={country}
          searchable
          allowDeselect={false}
          onChange={(value) => setCountry(value ?? shop.country)}
        />
        <div className={styles.fields}>
          {TEXTS.map(([name, label]) => (
            <TextInput
              key={name}
              label={t(label)}
              className={styles.grow}
              value={texts[name]}
              error={errors[name]}
              onChange={(event) => {
                const value = event.currentTarget.value;
                setTexts((now) => ({ ...now, [name]: value }));
              }}
            />
          ))}
        </div>
        <ErrorNote error={formError(check.error) ? check.error : null} />
        <Button type="submit" loading={check.isPending} disabled={item.sku.trim() === ""}>
          {t("settings.check")}
        </Button>
      </form>
      {check.data ? <TryResult result={check.data} /> : null}
    </Panel>
  );
}

interface ItemProps {
  item: { sku: string; quantity: number };
  error: string | undefined;
  onChange: (item: { sku: string; quantity: number }) => void;
}

function ItemFields({ item, error, onChange }: ItemProps) {
  return (
    <div className={styles.fields}>
      <TextInput
        label={t("settings.sku")}
        className={styles.grow}
        value={item.sku}
        error={error}
        onChange={(event) => onChange({ ...item, sku: event.currentTarget.value })}
      />
      <NumberInput
        label={t("settings.quantity")}
        value={item.quantity}
        min={1}
        max={99}
        maw={90}
        hideControls
        onChange={(value) => onChange({ ...item, quantity: Number(value) || 1 })}
      />
    </div>
  );
}
