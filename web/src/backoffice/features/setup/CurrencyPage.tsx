import { Alert } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ChangeHistory } from "../../ui/ChangeHistory";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns } from "../../ui/Panel";
import { EditorPresence } from "../../ui/Presence";
import { SaveBar } from "../../ui/SaveBar";
import { SkeletonPage } from "../../ui/Skeletons";
import { CurrencyPanel } from "./CurrencyPanel";
import { PricePreview } from "./PricePreview";
import {
  type Changes,
  currencyPreviewQuery,
  labelOf,
  type Overview,
  settingsQuery,
} from "./queries";
import { RoundingPanel } from "./RoundingPanel";
import { SettingsConflict } from "./SettingsConflict";
import { useSettingsForm } from "./useSettingsForm";

const SECTION = "currency";

/** The shop's currency, and how prices are rounded that a percentage gives. */
export default function CurrencyPage() {
  const { data, error, refetch } = useQuery(settingsQuery);
  if (data) return <CurrencyForm overview={data} />;
  return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <SkeletonPage />;
}

function CurrencyForm({ overview }: { overview: Overview }) {
  const form = useSettingsForm(overview, SECTION);
  const canEdit = useOperator().can("settings.edit");
  const { query, preview, isCurrent, errors } = usePreview(form.changes, overview.appliedVersion);
  const isApplying = overview.version !== overview.appliedVersion;
  const otherErrors = form.error && !form.conflict && Object.keys(form.errors).length === 0;
  const part = (name: string) => {
    const setting = form.settings.find((one) => one.name === name);
    return setting
      ? {
          setting: canEdit ? setting : { ...setting, isEditable: false },
          change: form.changes[name],
          onChange: (change: Parameters<typeof form.set>[1]) => form.set(setting, change),
          error: form.errors[name] ?? errors[name],
        }
      : null;
  };
  const presence = <EditorPresence kind="settings" recordKey={SECTION} changes={form.count} />;
  return (
    <Page>
      <PageHead
        title={t("currency.title")}
        facts={
          <>
            {t("currency.help")}
            {presence}
          </>
        }
      />
      {isApplying ? <Alert mb="md">{t("setup.applying")}</Alert> : null}
      {otherErrors ? <ErrorNote error={form.error} isWrite /> : null}
      <DetailColumns
        main={
          <>
            <CurrencyPanel currency={part("currency")} preview={preview} />
            <RoundingPanel
              rounding={part("price_rounding")}
              step={part("price_step")}
              ending={part("price_ending")}
              preview={preview}
            />
          </>
        }
        aside={
          <>
            <PricePreview query={query} preview={preview} isCurrent={isCurrent} />
            <ChangeHistory area={SECTION} label={(key) => labelOf(form.settings, key)} />
          </>
        }
      />
      <SaveBar
        changes={form.count}
        saving={form.isSaving}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <SettingsConflict form={form} />
    </Page>
  );
}

/** What the changes on the page would do, computed a moment after the last one. */
function usePreview(changes: Changes, appliedVersion: string) {
  const [tried] = useDebouncedValue(changes, 300);
  // Prices in sales change once the running processes have taken the settings over.
  const query = useQuery(currencyPreviewQuery(tried, appliedVersion));
  const [last, setLast] = useState(query.data);
  if (query.data && query.data !== last) setLast(query.data);
  return {
    query,
    /** The last result there was, so that the page stays while a value on it is refused. */
    preview: query.data ?? last,
    isCurrent: tried === changes && !query.isPlaceholderData && !query.error,
    errors: fieldErrors(query.error),
  };
}
