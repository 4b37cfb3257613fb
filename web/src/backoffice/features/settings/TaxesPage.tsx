import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, unwrapVersioned, type Versioned } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ChangeHistory } from "../../ui/ChangeHistory";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { SkeletonPage } from "../../ui/Skeletons";
import { ClassesPanel } from "./ClassesPanel";
import type { PartProps } from "./props";
import { type Taxes, taxesQuery } from "./queries";
import { RatesPanel } from "./RatesPanel";
import { SettingsForm } from "./SettingsForm";
import { taxLabel, taxParts } from "./taxForm";
import { TryPanel } from "./TryPanel";
import { useSettings } from "./useSettings";

export default function TaxesPage() {
  const { data, error, refetch } = useQuery(taxesQuery);
  if (data) return <TaxesEditor loaded={data} />;
  return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <SkeletonPage />;
}

function TaxesEditor({ loaded }: { loaded: Versioned<Taxes> }) {
  const operator = useOperator();
  const editing = useSettings<Taxes>({
    area: "taxes",
    loaded,
    parts: taxParts,
    put: ({ rates, classes, reverseCharge }, etag) =>
      unwrapVersioned(
        api.PUT("/api/admin/v1/settings/taxes", {
          params: { header: { "If-Match": etag } },
          body: { rates, classes, reverseCharge },
        }),
      ),
  });
  const canEdit = operator.can("settings.edit");
  const part = { form: editing.form, onChange: editing.setForm, errors: editing.errors, canEdit };
  return (
    <SettingsForm
      section="taxes"
      title={t("settings.taxes")}
      facts={t("settings.taxFacts")}
      editing={editing}
      main={
        <>
          <RatesPanel {...part} />
          <ClassesPanel {...part} />
          <BusinessPanel {...part} />
        </>
      }
      aside={
        <>
          <TryPanel unsaved={editing.changes > 0} />
          <ChangeHistory hasRecords area="taxes" label={taxLabel} />
        </>
      }
    />
  );
}

function BusinessPanel({ form, onChange, canEdit }: PartProps<Taxes>) {
  return (
    <Panel title={t("settings.businesses")}>
      <Checkbox
        label={t("settings.reverseCharge")}
        description={t(form.shopInEu ? "settings.reverseChargeHelp" : "settings.reverseChargeNoEu")}
        checked={form.reverseCharge}
        disabled={!canEdit || (!form.shopInEu && !form.reverseCharge)}
        onChange={(event) => {
          const reverseCharge = event.currentTarget.checked;
          onChange((now) => ({ ...now, reverseCharge }));
        }}
      />
    </Panel>
  );
}
