import { NumberInput, Radio, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap, type Versioned } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { placeName } from "../../ui/countries";
import styles from "./guide.module.css";
import { Loaded } from "./Loaded";
import { type Proposal, proposalQuery, type Taxes, taxesQuery } from "./queries";
import { AlreadySet, StepForm, type StepProps } from "./StepForm";
import { useSaveStep } from "./useSaveStep";

const MILLIONTHS_PER_PERCENT = 10_000;

/** The tax of the home country, as proposed. More rates are added in the settings. */
export default function TaxesStep(props: StepProps) {
  const { country } = useShop();
  const proposal = useQuery(proposalQuery(country));
  return (
    <Loaded query={useQuery(taxesQuery)}>
      {(loaded) =>
        loaded.output.rates.length > 0 ? (
          <AlreadySet
            {...props}
            names={loaded.output.rates.map(
              ({ name, country: place, millionths }) =>
                `${name}, ${placeName(place)}: ${millionths / MILLIONTHS_PER_PERCENT}%`,
            )}
            to="/settings/taxes"
            link={t("guide.changeTaxes")}
          />
        ) : (
          <Loaded query={proposal}>
            {(known) => <Form key={loaded.etag} {...props} loaded={loaded} proposal={known} />}
          </Loaded>
        )
      }
    </Loaded>
  );
}

interface FormProps extends StepProps {
  loaded: Versioned<Taxes>;
  proposal: Proposal;
}

/** What is typed of the first rate, as proposed for the country. */
function useRate({ country, tax, pricesIncludeTax }: Proposal) {
  const [typed, setTyped] = useState({
    name: tax?.name ?? t("guide.salesTax"),
    percent: (tax ? tax.millionths / MILLIONTHS_PER_PERCENT : "") as number | string,
    state: "",
    included: pricesIncludeTax,
  });
  const { name, percent, state, included } = typed;
  return {
    typed,
    set: (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change })),
    isMissing: percent === "" || name.trim() === "",
    rate: {
      ...{ country, state, city: "", name, taxClass: "", included },
      millionths: Math.round(Number(percent) * MILLIONTHS_PER_PERCENT),
      onDelivery: included,
    },
  };
}

function Form({ loaded, proposal, ...props }: FormProps) {
  const { country, tax, pricesIncludeTax } = proposal;
  const { typed, set, isMissing, rate } = useRate(proposal);
  const { rates, classes, reverseCharge } = loaded.output;
  const save = useSaveStep(
    () =>
      unwrap(
        api.PUT("/api/admin/v1/settings/taxes", {
          params: { header: { "If-Match": loaded.etag ?? "" } },
          body: { rates: [...rates, rate], classes, reverseCharge },
        }),
      ),
    props.onDone,
  );
  const errors = fieldErrors(save.error);
  const errorOf = (field: string) => errors[`rates.${rates.length}.${field}`];
  return (
    <StepForm {...props} save={save} missing={isMissing ? t("guide.taxMissing") : null}>
      <p className="quiet">
        {t(tax ? "guide.taxProposed" : "guide.taxUnknown", { country: placeName(country) })}
      </p>
      <div className={styles.row}>
        <TextInput
          label={t("guide.taxName")}
          value={typed.name}
          error={errorOf("name")}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <Percent value={typed.percent} error={errorOf("millionths")} onChange={set} />
        {pricesIncludeTax ? null : (
          <TextInput
            label={t("guide.taxState")}
            value={typed.state}
            error={errorOf("state")}
            onChange={({ currentTarget }) => set({ state: currentTarget.value })}
          />
        )}
      </div>
      <PricesChoice included={typed.included} onChange={set} />
    </StepForm>
  );
}

interface PercentProps {
  value: number | string;
  error: string | undefined;
  onChange: (change: { percent: number | string }) => void;
}

function Percent({ value, error, onChange }: PercentProps) {
  return (
    <NumberInput
      label={t("guide.taxRate")}
      value={value}
      error={error}
      onChange={(percent) => onChange({ percent })}
      min={0}
      max={100}
      decimalScale={4}
      rightSection={<span className="quiet small">%</span>}
      hideControls
      maw={120}
    />
  );
}

interface PricesProps {
  included: boolean;
  onChange: (change: { included: boolean }) => void;
}

function PricesChoice({ included, onChange }: PricesProps) {
  return (
    <Radio.Group
      label={t("guide.prices")}
      value={included ? "with" : "without"}
      onChange={(value) => onChange({ included: value === "with" })}
    >
      <div className={styles.choices}>
        <Radio value="with" label={t("guide.pricesWithTax")} />
        <Radio value="without" label={t("guide.pricesWithoutTax")} />
      </div>
    </Radio.Group>
  );
}
