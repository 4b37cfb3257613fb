import { useQuery } from "@tanstack/react-query";
import { api, unwrapVersioned, type Versioned } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ChangeHistory } from "../../ui/ChangeHistory";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { SkeletonPage } from "../../ui/Skeletons";
import { deliveryLabel, deliveryParts } from "./deliveryForm";
import { MethodsPanel } from "./MethodsPanel";
import { type Delivery, deliveryQuery } from "./queries";
import { SettingsForm } from "./SettingsForm";
import { TryPanel } from "./TryPanel";
import { useSettings } from "./useSettings";
import { ZonesPanel } from "./ZonesPanel";

export default function DeliveryPage() {
  const { data, error, refetch } = useQuery(deliveryQuery);
  if (data) return <DeliveryEditor loaded={data} />;
  return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <SkeletonPage />;
}

function DeliveryEditor({ loaded }: { loaded: Versioned<Delivery> }) {
  const operator = useOperator();
  const editing = useSettings<Delivery>({
    area: "delivery",
    loaded,
    parts: deliveryParts,
    put: (body, etag) =>
      unwrapVersioned(
        api.PUT("/api/admin/v1/settings/delivery", {
          params: { header: { "If-Match": etag } },
          body,
        }),
      ),
  });
  const canEdit = operator.can("settings.edit");
  const part = { form: editing.form, onChange: editing.setForm, errors: editing.errors, canEdit };
  return (
    <SettingsForm
      section="delivery"
      title={t("settings.delivery")}
      facts={t("settings.deliveryFacts")}
      editing={editing}
      main={
        <>
          <ZonesPanel {...part} />
          <MethodsPanel {...part} />
        </>
      }
      aside={
        <>
          <TryPanel unsaved={editing.changes > 0} />
          <ChangeHistory hasRecords area="delivery" label={deliveryLabel} />
        </>
      }
    />
  );
}
