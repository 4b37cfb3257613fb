import { Button, Select, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { countryOptions } from "../../ui/countries";
import type { PriceCheck, PriceCheckBody } from "./queries";
import styles from "./settings.module.css";
import { type TriedItem, TryItems } from "./TryItems";
import { TryResult } from "./TryResult";

const TEXTS = [
  ["state", "settings.state"],
  ["city", "settings.city"],
  ["taxId", "settings.taxId"],
  ["promoCode", "settings.promoCode"],
] as const;

type Texts = Record<(typeof TEXTS)[number][0], string>;

const NO_TEXTS: Texts = { state: "", city: "", taxId: "", promoCode: "" };

/** What an order would cost somewhere, and why, by the saved settings. */
export function TryPanel({ unsaved }: { unsaved: boolean }) {
  const shop = useShop();
  const [items, setItems] = useState<readonly TriedItem[]>([]);
  const [country, setCountry] = useState(shop.country);
  const [texts, setTexts] = useState(NO_TEXTS);
  const check = useMutation({
    mutationFn: (body: PriceCheckBody) =>
      unwrap(api.POST("/api/admin/v1/settings/price-check/preview", { body })),
  });
  const run = (shippingMethod: string) =>
    check.mutate({
      items: items.map(({ skuId, quantity }) => ({ skuId, quantity, sku: "" })),
      country,
      ...texts,
      postalCode: "",
      shippingMethod,
    });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    run("");
  };
  return (
    <Panel title={t("settings.try")}>
      <p className="quiet small">{t(unsaved ? "settings.trySaved" : "settings.tryHelp")}</p>
      <form onSubmit={submit} noValidate className={styles.rates}>
        <TryItems items={items} onChange={setItems} />
        <Select
          label={t("settings.country")}
          data={[...countryOptions]}
          value={country}
          searchable
          allowDeselect={false}
          onChange={(value) => setCountry(value ?? shop.country)}
        />
        <Texts
          texts={texts}
          errors={fieldErrors(check.error)}
          onChange={(changed) => setTexts((now) => ({ ...now, ...changed }))}
        />
        <ErrorNote error={formError(check.error) ? check.error : null} />
        <Button
          type="submit"
          loading={check.isPending}
          disabled={items.length === 0}
          title={items.length === 0 ? t("settings.addItemFirst") : undefined}
        >
          {t("settings.check")}
        </Button>
      </form>
      {check.data ? (
        <>
          <Method quote={check.data.quote} onChoose={run} />
          <TryResult result={check.data} />
        </>
      ) : null}
    </Panel>
  );
}

interface TextsProps {
  texts: Texts;
  errors: Record<string, string>;
  onChange: (changed: Partial<Texts>) => void;
}

function Texts({ texts, errors, onChange }: TextsProps) {
  return (
    <div className={styles.fields}>
      {TEXTS.map(([name, label]) => (
        <TextInput
          key={name}
          label={t(label)}
          className={styles.grow}
          value={texts[name]}
          error={errors[name]}
          onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
        />
      ))}
    </div>
  );
}

interface MethodProps {
  quote: PriceCheck["quote"];
  onChoose: (code: string) => void;
}

/** The delivery methods of the place, if there is more than one. */
function Method({ quote, onChoose }: MethodProps) {
  if (quote.shippingMethods.length < 2) return null;
  return (
    <Select
      mt="md"
      label={t("settings.deliveryMethod")}
      data={quote.shippingMethods.map(({ code, name }) => ({ value: code, label: name }))}
      value={quote.shippingMethod}
      allowDeselect={false}
      onChange={(code) => onChoose(code ?? "")}
    />
  );
}
