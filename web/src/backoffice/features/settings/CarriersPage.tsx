import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrapVersioned, type Versioned } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ChangeHistory } from "../../ui/ChangeHistory";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { SkeletonPage } from "../../ui/Skeletons";
import { bodyOf, carrierLabel, carrierParts, SAMPLE_NUMBER } from "./carriers";
import { KnownCarriersPanel } from "./KnownCarriersPanel";
import { OwnCarriersPanel } from "./OwnCarriersPanel";
import { type Carriers, carriersQuery } from "./queries";
import { SettingsForm } from "./SettingsForm";
import { useSettings } from "./useSettings";

/** The carriers to choose from when an order is shipped, and their tracking links. */
export default function CarriersPage() {
  const { data, error, refetch } = useQuery(carriersQuery);
  if (data) return <CarriersEditor loaded={data} />;
  return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <SkeletonPage />;
}

function CarriersEditor({ loaded }: { loaded: Versioned<Carriers> }) {
  const canEdit = useOperator().can("settings.edit");
  const [number, setNumber] = useState(SAMPLE_NUMBER);
  const editing = useSettings<Carriers>({
    area: "carriers",
    loaded,
    parts: carrierParts,
    put: ({ carriers }, etag) =>
      unwrapVersioned(
        api.PUT("/api/admin/v1/settings/carriers", {
          params: { header: { "If-Match": etag } },
          body: { carriers: carriers.map(bodyOf) },
        }),
      ),
  });
  const { form, setForm, errors } = editing;
  const part = { form, onChange: setForm, errors, canEdit, number };
  return (
    <SettingsForm
      section="carriers"
      title={t("area.carriers")}
      facts={t("carriers.intro")}
      editing={editing}
      main={
        <>
          <OwnCarriersPanel {...part} />
          <KnownCarriersPanel {...part} />
        </>
      }
      aside={
        <>
          <Panel title={t("carriers.try")}>
            <TextInput
              label={t("carriers.number")}
              description={t("carriers.numberHelp")}
              value={number}
              maxLength={64}
              onChange={({ currentTarget }) => setNumber(currentTarget.value)}
            />
          </Panel>
          <ChangeHistory hasRecords area="carriers" label={carrierLabel} />
        </>
      }
    />
  );
}
