import { Checkbox, PasswordInput, Radio, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { CopyText } from "../../ui/CopyText";
import styles from "./guide.module.css";
import { Loaded } from "./Loaded";
import { KEYS, type Provider, PROVIDERS, paymentValues } from "./payment";
import { editable, type Overview, overviewQuery, saveSettings, settingOf, textOf } from "./queries";
import { StepForm, type StepProps } from "./StepForm";
import { useSaveStep } from "./useSaveStep";

/** How shoppers pay. */
export default function PaymentStep(props: StepProps) {
  return (
    <Loaded query={useQuery(overviewQuery)}>
      {(overview) => <Form key={overview.version} {...props} overview={overview} />}
    </Loaded>
  );
}

function Form({ overview, ...props }: StepProps & { overview: Overview }) {
  const [provider, setProvider] = useState(textOf(overview, "payment_provider") as Provider);
  const [onDelivery, setOnDelivery] = useState(
    settingOf(overview, "cash_on_delivery")?.value === true,
  );
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});
  const save = useSaveStep(
    () =>
      saveSettings(
        overview,
        editable(overview, paymentValues(overview, provider, onDelivery, keys)),
      ),
    props.onDone,
  );
  const errors = fieldErrors(save.error);
  return (
    <StepForm {...props} save={save} wait={t("guide.applying")}>
      <Radio.Group
        label={t("guide.onlinePayment")}
        value={provider}
        error={errors["payment_provider"] ?? errors["payment_gateway_mode"]}
        onChange={(value) => setProvider(value)}
        readOnly={!settingOf(overview, "payment_provider")?.isEditable}
      >
        <div className={styles.choices}>
          {PROVIDERS.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`guide.provider.${value}`)}
              description={t(`guide.provider.${value}.text`)}
            />
          ))}
        </div>
      </Radio.Group>
      <Keys
        overview={overview}
        provider={provider}
        keys={keys}
        errors={errors}
        onChange={(name, value) => setKeys((before) => ({ ...before, [name]: value }))}
      />
      <Checkbox
        label={t("guide.cashOnDelivery")}
        description={t("guide.cashOnDeliveryHelp")}
        checked={onDelivery}
        disabled={!settingOf(overview, "cash_on_delivery")?.isEditable}
        onChange={({ currentTarget }) => setOnDelivery(currentTarget.checked)}
      />
    </StepForm>
  );
}

interface KeysProps {
  overview: Overview;
  provider: Provider;
  keys: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
}

/** The keys of a provider. Those that are stored are never shown again. */
function Keys({ overview, provider, keys, errors, onChange }: KeysProps) {
  const names = KEYS[provider];
  if (names.length === 0) return null;
  return (
    <>
      {names.map((name) => {
        const setting = settingOf(overview, name);
        const isSecret = setting?.kind === "secret";
        const Field = isSecret ? PasswordInput : TextInput;
        return (
          <Field
            key={name}
            label={setting?.label ?? name}
            description={isSecret && setting.isSet ? t("guide.secretSet") : undefined}
            autoComplete="off"
            maw={420}
            value={keys[name] ?? (isSecret ? "" : textOf(overview, name))}
            error={errors[name]}
            disabled={!setting?.isEditable}
            onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
          />
        );
      })}
      <p className="quiet small">
        {t("guide.webhookAddress")}{" "}
        <CopyText text={`${window.location.origin}/payments/notices/${provider}`} code />
      </p>
    </>
  );
}
