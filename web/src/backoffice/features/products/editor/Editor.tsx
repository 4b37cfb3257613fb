import { useMemo, useState } from "react";
import { formError, hasCode } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { DetailColumns } from "../../../ui/Panel";
import { AttributesPanel } from "./AttributesPanel";
import { DetailsPanel } from "./DetailsPanel";
import { EditorBar } from "./EditorBar";
import { EditorHead } from "./EditorHead";
import { HistoryPanel } from "./HistoryPanel";
import { OptionsPanel } from "./OptionsPanel";
import { OrganisationPanel } from "./OrganisationPanel";
import { PicturesPanel } from "./PicturesPanel";
import type { ProductRecord } from "./queries";
import { RelatedPanel } from "./RelatedPanel";
import { SearchPanel } from "./SearchPanel";
import { SpecificationPanel } from "./SpecificationPanel";
import { StatusPanel } from "./StatusPanel";
import { EditingContext } from "./store";
import { TermsPanel } from "./TermsPanel";
import { useSaving } from "./useSaving";
import { VariantsPanel } from "./VariantsPanel";
import { VersionDialog } from "./VersionDialog";

/** One page: content on the left, what the shop does with it on the right. */
export function Editor({ record }: { record: ProductRecord | null }) {
  const saving = useSaving(record);
  const [version, setVersion] = useState<number | null>(null);
  const { can } = useOperator();
  const { store, before, save, base, theirs, currency } = saving;
  const canEdit = can("products.edit");
  const canSetStock = canEdit && can("stock.edit");
  const { errors } = saving;
  const errorsText = JSON.stringify(errors);
  const editing = useMemo(
    () => ({
      store,
      before,
      errors: JSON.parse(errorsText) as Record<string, string>,
      currency,
      canEdit,
      canSetStock,
    }),
    [store, before, errorsText, currency, canEdit, canSetStock],
  );
  return (
    <EditingContext value={editing}>
      <EditorHead saving={saving} onHistory={() => setVersion(0)} />
      <ErrorNote
        error={
          (formError(save.error) || hasCode(save.error, "stock_moved")) && !theirs
            ? save.error
            : null
        }
        isWrite
      />
      {Object.keys(errors).length > 0 ? (
        <p className="bad" role="alert">
          {t("productEditor.checkFields")}
        </p>
      ) : null}
      <DetailColumns main={<Main />} aside={<Aside record={base} onVersion={setVersion} />} />
      <EditorBar saving={saving} />
      {base && version !== null ? (
        <VersionDialog
          record={base}
          number={version}
          onNumber={setVersion}
          onClose={() => setVersion(null)}
          onRestored={saving.start}
        />
      ) : null}
    </EditingContext>
  );
}

function Main() {
  return (
    <>
      <DetailsPanel />
      <PicturesPanel />
      <OptionsPanel />
      <VariantsPanel />
      <SpecificationPanel />
      <AttributesPanel />
      <SearchPanel />
    </>
  );
}

function Aside(props: { record: ProductRecord | null; onVersion: (number: number) => void }) {
  const { record, onVersion } = props;
  return (
    <>
      <StatusPanel />
      <OrganisationPanel sizeGuide={record?.sizeGuide ?? null} />
      <TermsPanel />
      <RelatedPanel id={record?.id ?? null} />
      {record ? <HistoryPanel record={record} onVersion={onVersion} /> : null}
    </>
  );
}
