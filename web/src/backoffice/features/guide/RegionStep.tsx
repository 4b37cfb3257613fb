import { Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { toastError } from "../../ui/toasts";
import { countryOptions } from "../../ui/countries";
import { currencyOptions } from "../../ui/currencies";
import { Loaded } from "./Loaded";
import {
  editable,
  guideQuery,
  type Overview,
  overviewQuery,
  proposalQuery,
  saveSettings,
  settingOf,
  textOf,
} from "./queries";
import { localeOptions, timeZoneOptions } from "./region";
import { StepForm, type StepProps } from "./StepForm";
import { useSaveStep } from "./useSaveStep";

/** Country, currency, time zone and language. The country proposes the others. */
export default function RegionStep(props: StepProps) {
  return (
    <Loaded query={useQuery(overviewQuery)}>
      {(overview) => <Form key={overview.version} {...props} overview={overview} />}
    </Loaded>
  );
}

const NAMES = ["country", "currency", "time_zone", "locale", "phone_country_code"] as const;
type Region = Record<(typeof NAMES)[number], string>;

function useRegion(overview: Overview, isCurrencyFixed: boolean) {
  const client = useQueryClient();
  const [region, setRegion] = useState(
    () => Object.fromEntries(NAMES.map((name) => [name, textOf(overview, name)])) as Region,
  );
  const set = (change: Partial<Region>) => setRegion((before) => ({ ...before, ...change }));
  const choose = (country: string) => {
    set({ country });
    client
      .query(proposalQuery(country))
      .then(({ currency, timeZone, locale, phoneCountryCode }) =>
        set({
          time_zone: timeZone,
          locale,
          phone_country_code: phoneCountryCode,
          ...(isCurrencyFixed ? {} : { currency }),
        }),
      )
      .catch(toastError);
  };
  return { region, set, choose };
}

function Form({ overview, ...props }: StepProps & { overview: Overview }) {
  const { data: guide } = useQuery(guideQuery);
  const isFixed = guide?.isCurrencyFixed ?? true;
  const { region, set, choose } = useRegion(overview, isFixed);
  const { data: proposal } = useQuery(proposalQuery(region.country));
  const save = useSaveStep(() => saveSettings(overview, editable(overview, region)), props.onDone);
  const errors = fieldErrors(save.error);
  const field = (name: keyof Region) => ({
    value: region[name],
    error: errors[name],
    readOnly: !settingOf(overview, name)?.isEditable,
    searchable: true,
    allowDeselect: false,
    maw: 420,
    description: settingOf(overview, name)?.isEditable ? undefined : t("guide.onServer"),
  });
  const currency = field("currency");
  return (
    <StepForm {...props} save={save} wait={t("guide.applying")}>
      <Select
        label={t("guide.country")}
        {...field("country")}
        data={[...countryOptions]}
        onChange={(value) => choose(value ?? region.country)}
      />
      <Select
        label={t("guide.currency")}
        {...currency}
        readOnly={isFixed || currency.readOnly}
        description={
          isFixed ? t("guide.currencyFixed") : (currency.description ?? t("guide.currencyHelp"))
        }
        data={currencyOptions}
        onChange={(value) => set({ currency: value ?? region.currency })}
      />
      <Select
        label={t("guide.timeZone")}
        {...field("time_zone")}
        data={timeZoneOptions(region.time_zone)}
        onChange={(value) => set({ time_zone: value ?? region.time_zone })}
      />
      <Select
        label={t("guide.language")}
        {...field("locale")}
        data={localeOptions(region.locale, proposal)}
        onChange={(value) => set({ locale: value ?? region.locale })}
      />
    </StepForm>
  );
}
