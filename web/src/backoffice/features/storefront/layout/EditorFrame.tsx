import { SegmentedControl, useMatches } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { t } from "../../../messages/t";
import { ConflictDialog } from "../../../ui/ConflictDialog";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { EditorPresence } from "../../../ui/Presence";
import { SaveBar } from "../../../ui/SaveBar";
import styles from "./layout.module.css";
import { Preview } from "./Preview";
import type { Draft } from "./queries";
import type { LayoutEditing } from "./useLayout";

interface Props {
  layout: "home" | "menus" | "announcement";
  title: string;
  facts?: ReactNode;
  actions: ReactNode;
  editing: LayoutEditing;
  draft: Draft;
  /** The section that the preview scrolls to. */
  section?: string | null;
  children: ReactNode;
}

/** Fields at the left and the storefront with the changes at the right; on phones one of the two. */
export function EditorFrame(props: Props) {
  const { layout, title, facts, actions, editing, draft, section = null, children } = props;
  const isNarrow = useMatches({ base: true, lg: false });
  const [part, setPart] = useState("edit");
  const { error, errors, conflict } = editing;
  return (
    <Page wide>
      <PageHead
        title={title}
        facts={
          <>
            {facts}
            <EditorPresence kind="layout" recordKey={layout} changes={editing.changes} />
          </>
        }
        actions={actions}
      />
      {isNarrow ? (
        <SegmentedControl
          className={styles.parts}
          aria-label={t("layout.view")}
          value={part}
          onChange={setPart}
          data={[
            { value: "edit", label: t("layout.edit") },
            { value: "preview", label: t("layout.preview") },
          ]}
        />
      ) : null}
      <div className={styles.editor}>
        {isNarrow && part === "preview" ? null : (
          <div className={styles.fields}>
            <ErrorNote error={error} isWrite />
            <Problems errors={errors} />
            {children}
          </div>
        )}
        {isNarrow && part === "edit" ? null : (
          <Preview draft={draft} section={section} isNarrow={isNarrow} />
        )}
      </div>
      <SaveBar
        changes={editing.changes}
        saving={editing.saving}
        onSave={editing.save}
        onDiscard={editing.discard}
      />
      {conflict ? (
        <ConflictDialog
          opened
          fields={conflict}
          onClose={editing.forgetConflict}
          onResolve={editing.resolve}
        />
      ) : null}
    </Page>
  );
}

/** What the server refused, since a field may be in a section that is closed. */
function Problems({ errors }: { errors: Record<string, string> }) {
  const problems = [...new Set(Object.values(errors))];
  if (problems.length === 0) return null;
  return (
    <ul className={styles.problems}>
      {problems.map((problem) => (
        <li key={problem} className="bad small">
          {problem}
        </li>
      ))}
    </ul>
  );
}
