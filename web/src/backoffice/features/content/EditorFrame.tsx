import { ActionIcon, Button, Menu, Modal, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ConflictDialog } from "../../ui/ConflictDialog";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns } from "../../ui/Panel";
import { EditorPresence, type PresentRecord } from "../../ui/Presence";
import { SaveBar } from "../../ui/SaveBar";
import { toast } from "../../ui/toasts";
import { Preview } from "./Preview";
import type { State } from "./queries";
import { StateStatus } from "./StateStatus";
import type { Written } from "./TextEditor";
import type { Stored, useEditor } from "./useEditor";

interface Props<Record extends Stored> {
  editor: ReturnType<typeof useEditor<Record>>;
  record: PresentRecord;
  title: string;
  state: State;
  /** Its address in the shop. */
  path: string;
  back: string;
  written: Written;
  main: ReactNode;
  aside: ReactNode;
  /** Null if it cannot be deleted. */
  deletion: { question: string; run: () => Promise<unknown> } | null;
}

/** What the editors of pages and articles have in common. */
export function EditorFrame<Record extends Stored>(props: Props<Record>) {
  const { editor, record, title, state, path, back, written, main, aside, deletion } = props;
  const [isPreviewing, setPreviewing] = useState(false);
  return (
    <Page>
      <SaveBar
        changes={editor.form.count}
        saving={editor.saving}
        onSave={() => editor.submit()}
        onDiscard={() => editor.form.reset()}
      />
      <PageHead
        title={title}
        back={back}
        statuses={<StateStatus state={state} pill />}
        facts={<EditorPresence {...record} changes={editor.form.count} />}
        actions={
          <>
            {state === "published" ? (
              <Button component="a" href={path} target="_blank" rel="noopener">
                {t("content.view")}
              </Button>
            ) : null}
            <Button aria-expanded={isPreviewing} onClick={() => setPreviewing(!isPreviewing)}>
              {t(isPreviewing ? "content.hidePreview" : "content.preview")}
            </Button>
            {deletion ? <DeleteMenu {...deletion} back={back} /> : null}
          </>
        }
      />
      <ErrorNote error={editor.error} isWrite />
      <DetailColumns
        main={
          <>
            {isPreviewing ? <Preview title={title} written={written} /> : null}
            {main}
          </>
        }
        aside={aside}
      />
      <ConflictDialog
        opened={editor.conflict !== null}
        fields={editor.conflict ?? []}
        onClose={editor.forgetConflict}
        onResolve={editor.resolve}
      />
    </Page>
  );
}

interface DeleteProps {
  question: string;
  run: () => Promise<unknown>;
  back: string;
}

function DeleteMenu({ question, run, back }: DeleteProps) {
  const [asks, setAsks] = useState(false);
  const isOnline = useOnline();
  const navigate = useNavigate();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: run,
    onSuccess: async () => {
      toast(t("content.deleted"));
      await navigate(back);
      return client.invalidateQueries({ queryKey: ["content"] });
    },
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t("content.more")}>
            <Icon name="dots" small />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="bad" onClick={() => setAsks(true)}>
            {t("content.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={asks}
        onClose={() => setAsks(false)}
        title={question}
        closeButtonProps={{ "aria-label": t("ui.close") }}
      >
        <p>{t("content.deleteText")}</p>
        <ErrorNote error={remove.error} isWrite />
        <Group justify="flex-end" mt="md">
          <Button onClick={() => setAsks(false)}>{t("ui.close")}</Button>
          <Button
            color="bad"
            loading={remove.isPending}
            disabled={!isOnline}
            onClick={() => remove.mutate()}
          >
            {t("content.delete")}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
