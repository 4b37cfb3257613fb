import { memo, useEffect, useMemo, useState } from "react";
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
import { SpinPanel } from "./SpinPanel";
import { StatusPanel } from "./StatusPanel";
import { EditingContext, useErrors } from "./store";
import { TermsPanel } from "./TermsPanel";
import { useSaving } from "./useSaving";
import { VariantsPanel } from "./VariantsPanel";
import { VersionDialog } from "./VersionDialog";
import { VideosPanel } from "./VideosPanel";

/** One page: content on the left, what the shop does with it on the right. */
export function Editor({ record }: { record: ProductRecord | null }) {
  const saving = useSaving(record);
  const [version, setVersion] = useState<number | null>(null);
  const { can } = useOperator();
  const { store, save, base, theirs, currency } = saving;
  const canEdit = can("products.edit");
  const canSetStock = canEdit && can("stock.edit");
  const editing = useMemo(
    () => ({ store, currency, canEdit, canSetStock }),
    [store, currency, canEdit, canSetStock],
  );
  return (
    <EditingContext value={editing}>
      <EditorHead record={base} onVersion={setVersion} />
      <ErrorNote
        error={
          (formError(save.error) || hasCode(save.error, "stock_moved")) && !theirs
            ? save.error
            : null
        }
        isWrite
      />
      <FieldErrors />
      <DetailColumns
        main={<Main />}
        aside={
          <Aside id={base?.id ?? null} sizeGuide={base?.sizeGuide ?? null} onVersion={setVersion} />
        }
      />
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

/** Says that fields have errors, and leads to the first one after each attempt to save. */
function FieldErrors() {
  const errors = useErrors();
  const hasErrors = Object.keys(errors).length > 0;
  useEffect(() => {
    if (hasErrors) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors, hasErrors]);
  return hasErrors ? (
    <p className="bad" role="alert">
      {t("productEditor.checkFields")}
    </p>
  ) : null;
}

// The panels subscribe to the form; the steps of saving are nothing to them.
const Main = memo(function Main() {
  return (
    <>
      <DetailsPanel />
      <PicturesPanel />
      <VideosPanel />
      <SpinPanel />
      <OptionsPanel />
      <VariantsPanel />
      <SpecificationPanel />
      <AttributesPanel />
      <SearchPanel />
    </>
  );
});

interface AsideProps {
  id: number | null;
  sizeGuide: ProductRecord["sizeGuide"];
  onVersion: (number: number) => void;
}

const Aside = memo(function Aside({ id, sizeGuide, onVersion }: AsideProps) {
  return (
    <>
      <StatusPanel />
      <OrganisationPanel sizeGuide={sizeGuide} />
      <TermsPanel />
      <RelatedPanel id={id} />
      {id === null ? null : <HistoryPanel id={id} onVersion={onVersion} />}
    </>
  );
});
