import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ConflictDialog } from "../../ui/ConflictDialog";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns } from "../../ui/Panel";
import { EditorPresence } from "../../ui/Presence";
import { SaveBar } from "../../ui/SaveBar";
import { SkeletonPage } from "../../ui/Skeletons";
import { AlertsPanel } from "./AlertsPanel";
import { LevelsPanel } from "./LevelsPanel";
import { categoryOf, changedFields, textOf } from "./lowLevels";
import {
  type LowLevelChoices,
  lowLevelChoicesQuery,
  type LowLevels,
  lowLevelsQuery,
} from "./queries";
import { useLowLevels, useShopLevel } from "./useLowLevels";

const NO_CHOICES: LowLevelChoices = { categories: [], recipients: [] };

/** From how many units items are low, and who gets an email about it. */
export default function LowLevelsPage() {
  const query = useQuery(lowLevelsQuery);
  const canEdit = useOperator().can("stock.edit");
  const choices = useQuery({ ...lowLevelChoicesQuery, enabled: canEdit });
  const shop = useShopLevel();
  const isLoading = query.isPending || choices.isLoading || shop.isLoading;
  return (
    <Page>
      <PageHead title={t("stock.lowLevels")} facts={t("stock.lowLevelsIntro")} />
      {query.isError && !query.data ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : isLoading ? (
        <SkeletonPage />
      ) : (
        <>
          <ErrorNote error={choices.error} />
          <Loaded
            details={query.data}
            choices={choices.data ?? NO_CHOICES}
            shop={shop}
            canEdit={canEdit}
          />
        </>
      )}
    </Page>
  );
}

interface Props {
  details: LowLevels;
  choices: LowLevelChoices;
  shop: ReturnType<typeof useShopLevel>;
  canEdit: boolean;
}

function Loaded({ details, choices, shop, canEdit }: Props) {
  const form = useLowLevels(details, shop.lowAt);
  const members = [...details.alerts.recipients, ...choices.recipients];
  const names = new Map(
    [
      ...details.categories.map((one) => ({ id: one.categoryId, name: one.name })),
      ...choices.categories,
    ].map(({ id, name }) => [id, name]),
  );
  const errors = { ...form.errors, ...form.problems };
  const isOther = form.theirs === null && Object.keys(form.errors).length === 0;
  return (
    <>
      <EditorPresence kind="low-levels" recordKey="all" changes={form.changes.length} />
      <ErrorNote error={isOther ? form.error : null} isWrite />
      <DetailColumns
        main={
          <LevelsPanel
            form={form}
            names={names}
            choices={choices}
            shop={shop}
            canEdit={canEdit}
            errors={errors}
          />
        }
        aside={<AlertsPanel form={form} choices={choices} canEdit={canEdit} errors={errors} />}
      />
      <SaveBar
        changes={form.changes.length}
        saving={form.isSaving}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <Conflict
        form={form}
        names={names}
        people={new Map(members.map(({ id, name }) => [id, name]))}
      />
    </>
  );
}

const LABELS = {
  frequency: "stock.alertFrequency",
  atMinute: "stock.alertTime",
  recipients: "stock.alertRecipients",
} as const;

interface ConflictProps {
  form: ReturnType<typeof useLowLevels>;
  names: ReadonlyMap<number, string>;
  people: ReadonlyMap<number, string>;
}

/** Somebody else saved levels in between: theirs beside mine. */
function Conflict({ form, names, people }: ConflictProps) {
  const { theirs, draft, changes } = form;
  if (!theirs) return null;
  const differing = new Set(changedFields(draft, theirs));
  const labelOf = (field: string) => {
    const category = categoryOf(field);
    if (category !== null) return names.get(category) ?? `#${category}`;
    return field in LABELS ? t(LABELS[field as keyof typeof LABELS]) : t("stock.shopLevel");
  };
  return (
    <ConflictDialog
      opened
      onClose={form.forgetConflict}
      fields={changes
        .filter((field) => differing.has(field))
        .map((field) => ({
          name: field,
          label: labelOf(field),
          theirs: textOf(theirs, field, people),
          mine: textOf(draft, field, people),
        }))}
      onResolve={form.resolve}
    />
  );
}
