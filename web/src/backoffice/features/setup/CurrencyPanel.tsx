import { Select } from "@mantine/core";
import { t } from "../../messages/t";
import { currencyOptions } from "../../ui/currencies";
import { Facts, Panel } from "../../ui/Panel";
import type { CurrencyPreview } from "./queries";
import { type FieldProps, SettingSource, shownValue } from "./SettingField";
import styles from "./Settings.module.css";

interface Props {
  currency: FieldProps | null;
  preview: CurrencyPreview | undefined;
}

/** The currency, when it can be changed, and how amounts look in it. */
export function CurrencyPanel({ currency, preview }: Props) {
  if (!currency) return null;
  return (
    <Panel title={t("currency.panel")}>
      <Select
        className={styles.short}
        label={t("currency.label")}
        description={whenChanged(preview)}
        data={currencyOptions}
        value={String(shownValue(currency) ?? "")}
        error={currency.error ?? preview?.problem}
        disabled={!currency.setting.isEditable || preview?.isFixed === true}
        searchable
        allowDeselect={false}
        onChange={(value) => {
          if (value !== null) currency.onChange(value);
        }}
      />
      <SettingSource
        {...currency}
        setting={{
          ...currency.setting,
          isEditable: currency.setting.isEditable && preview?.isFixed === false,
        }}
      />
      {preview ? (
        <Facts
          facts={[
            { label: t("currency.large"), value: preview.largeAmount },
            { label: t("currency.smallest"), value: preview.smallestAmount },
            { label: t("currency.decimals"), value: preview.decimals },
          ]}
        />
      ) : null}
    </Panel>
  );
}

function whenChanged(preview: CurrencyPreview | undefined): string | undefined {
  if (!preview) return undefined;
  if (preview.isFixed) return t("currency.fixed");
  return t(preview.hasPrices ? "currency.sameDecimals" : "currency.free");
}
