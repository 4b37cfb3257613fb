import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ConflictDialog } from "../../ui/ConflictDialog";
import { ErrorNote } from "../../ui/ErrorPanel";
import { PageHead } from "../../ui/PageHead";
import { usePanelAddress } from "../../ui/panelAddress";
import { DetailColumns } from "../../ui/Panel";
import { Presence } from "../../ui/Presence";
import { SaveBar } from "../../ui/SaveBar";
import { CustomerPanel } from "./CustomerPanel";
import { DeliveryPanel } from "./DeliveryPanel";
import { DraftMenu } from "./DraftMenu";
import { conflictFields } from "./draftForm";
import { DraftStatus } from "./DraftStatus";
import { ItemsPanel } from "./ItemsPanel";
import { PlacePanel } from "./PlacePanel";
import { type Draft, quoteQuery } from "./queries";
import { TotalsPanel } from "./TotalsPanel";
import { type DraftEditing, useDraft } from "./useDraft";

/** One page: customer, items and delivery on the left, totals and placing on the right. */
export function DraftEditor({ draft }: { draft: Draft | null }) {
  const editing = useDraft(draft);
  const { base, form, setForm, save, changes } = editing;
  const [panel, setPanel] = usePanelAddress();
  // A change has to be saved before it is placed.
  const isPlacing = panel === "place" && base !== null && changes === 0;
  const [body] = useDebouncedValue(editing.body, 250);
  const query = useQuery(quoteQuery(body));
  const isCurrent =
    !query.isPlaceholderData && JSON.stringify(body) === JSON.stringify(editing.body);
  const errors = fieldErrors(save.error);
  const submit = () => save.mutate(undefined, { onSuccess: editing.settle });
  const part = { form, onChange: setForm, quote: query.data, errors };
  return (
    <>
      <Head editing={editing} placing={isPlacing} onPlace={() => setPanel("place")} />
      <ErrorNote error={formError(save.error) && !editing.theirs ? save.error : null} isWrite />
      <DetailColumns
        panelOpen={isPlacing}
        main={
          <>
            <ItemsPanel {...part} />
            <CustomerPanel {...part} />
            <DeliveryPanel {...part} />
          </>
        }
        aside={
          <>
            {isPlacing ? (
              <PlacePanel
                draft={base}
                payments={query.data?.payments ?? []}
                onClose={() => setPanel(null)}
              />
            ) : null}
            <TotalsPanel quote={query.data} error={query.error} pending={!isCurrent} />
          </>
        }
      />
      <SaveBar
        changes={changes}
        saving={save.isPending}
        onSave={submit}
        onDiscard={editing.discard}
      />
      {editing.theirs ? (
        <ConflictDialog
          opened
          fields={conflictFields(form, editing.theirs)}
          onClose={() => save.reset()}
          onResolve={editing.resolve}
        />
      ) : null}
    </>
  );
}

interface HeadProps {
  editing: DraftEditing;
  placing: boolean;
  onPlace: () => void;
}

function Head({ editing, placing, onPlace }: HeadProps) {
  const { base, form, save, changes } = editing;
  const online = useOnline();
  const place = () => {
    if (base && changes === 0) {
      onPlace();
      return;
    }
    save.mutate(undefined, {
      onSuccess: (saved) => {
        // The page of a saved draft opens it again, where placing goes on.
        if (base) onPlace();
        else editing.settle(saved);
      },
    });
  };
  return (
    <PageHead
      title={base ? t("drafts.draft", { id: base.id }) : t("drafts.new")}
      back="/drafts"
      statuses={<DraftStatus state="open" pill />}
      facts={
        <>
          {t("drafts.noStock")}
          {base ? (
            <Presence
              kind="draft"
              recordKey={String(base.id)}
              mode={changes > 0 || placing ? "editing" : "viewing"}
            />
          ) : null}
        </>
      }
      actions={
        <>
          <Button
            variant={placing ? "default" : "filled"}
            loading={save.isPending}
            disabled={!online || form.lines.length === 0}
            aria-pressed={base ? placing : undefined}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={place}
          >
            {base ? t("drafts.place") : t("drafts.save")}
          </Button>
          {base ? <DraftMenu draft={base} /> : null}
        </>
      }
    />
  );
}
