import { NumberInput, Radio, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap, type Versioned } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { placeName } from "../../ui/countries";
import { AmountField } from "./AmountField";
import { deliveryWith, emptyMethod } from "./delivery";
import styles from "./guide.module.css";
import { Loaded } from "./Loaded";
import { type Delivery, deliveryQuery } from "./queries";
import { AlreadySet, StepForm, type StepProps } from "./StepForm";
import { useSaveStep } from "./useSaveStep";

/** The first zone and delivery method. More are added in the settings. */
export default function DeliveryStep(props: StepProps) {
  const isDone = props.step.state === "done";
  return (
    <Loaded query={useQuery(deliveryQuery)}>
      {(loaded) =>
        isDone && loaded.output.methods.length > 0 ? (
          <AlreadySet
            {...props}
            names={loaded.output.methods.map(({ name }) => name)}
            to="/settings/delivery"
            link={t("guide.changeDelivery")}
          />
        ) : (
          <Form key={loaded.etag} {...props} loaded={loaded} />
        )
      }
    </Loaded>
  );
}

function Form({ loaded, ...props }: StepProps & { loaded: Versioned<Delivery> }) {
  const { country } = useShop();
  const [method, setMethod] = useState(() => emptyMethod(t("guide.standardDelivery")));
  const set = (change: Partial<typeof method>) => setMethod((now) => ({ ...now, ...change }));
  const names = { home: placeName(country), world: t("guide.restOfWorld") };
  const save = useSaveStep(
    () =>
      unwrap(
        api.PUT("/api/admin/v1/settings/delivery", {
          params: { header: { "If-Match": loaded.etag ?? "" } },
          body: deliveryWith(loaded.output, method, country, names),
        }),
      ),
    props.onDone,
  );
  const error = Object.values(fieldErrors(save.error))[0];
  const isMissing = method.price === null || method.name.trim() === "";
  return (
    <StepForm {...props} save={save} missing={isMissing ? t("guide.deliveryMissing") : null}>
      <Radio.Group
        label={t("guide.deliverTo")}
        value={method.worldwide ? "world" : "home"}
        onChange={(value) => set({ worldwide: value === "world" })}
      >
        <div className={styles.choices}>
          <Radio value="home" label={t("guide.onlyCountry", { country: placeName(country) })} />
          <Radio value="world" label={t("guide.everywhere")} />
        </div>
      </Radio.Group>
      <TextInput
        label={t("guide.methodName")}
        description={t("guide.methodNameHelp")}
        maw={420}
        value={method.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <div className={styles.row}>
        <AmountField
          label={t("guide.deliveryPrice")}
          value={method.price}
          onChange={(price) => set({ price })}
        />
        <AmountField
          label={t("guide.freeOver")}
          value={method.freeOver}
          onChange={(freeOver) => set({ freeOver })}
        />
      </div>
      <Days method={method} onChange={set} />
      {error ? <p className="bad">{error}</p> : null}
    </StepForm>
  );
}

interface DaysProps {
  method: { minDays: number; maxDays: number };
  onChange: (change: { minDays?: number; maxDays?: number }) => void;
}

function Days({ method, onChange }: DaysProps) {
  const shared = { min: 0, max: 365, allowDecimal: false, hideControls: true, maw: 160 } as const;
  return (
    <div className={styles.row}>
      <NumberInput
        {...shared}
        label={t("guide.minDays")}
        value={method.minDays}
        onChange={(value) => onChange({ minDays: Number(value) })}
      />
      <NumberInput
        {...shared}
        label={t("guide.maxDays")}
        value={method.maxDays}
        onChange={(value) => onChange({ maxDays: Number(value) })}
      />
    </div>
  );
}
