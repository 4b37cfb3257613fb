import "@mantine/tiptap/styles.layer.css";
import { Button, Input, Textarea } from "@mantine/core";
import { RichTextEditor as Frame } from "@mantine/tiptap";
import { useEditor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { useEffect, useId, useRef, useState } from "react";
import { t } from "../../messages/t";
import type { RichTextProps } from "./props";
import { controlLabels } from "./labels";
import styles from "./RichTextEditor.module.css";
import { unsupportedElements } from "./supported";

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, HTMLAttributes: { rel: null, target: null } },
  }),
];

/** The editor's HTML, without the empty paragraph of an empty document. */
function htmlOf(editor: { isEmpty: boolean; getHTML: () => string }): string {
  return editor.isEmpty ? "" : editor.getHTML();
}

/** Formatted text, or its HTML if it has elements that formatting would lose. */
export default function RichTextEditor(props: RichTextProps) {
  const [lost] = useState(() => unsupportedElements(props.value));
  const [isSource, setSource] = useState(lost.length > 0);
  const id = useId();
  const note =
    isSource && lost.length > 0
      ? t("ui.htmlOnly", { elements: lost.join(", ") })
      : props.description;
  return (
    <Input.Wrapper
      label={props.label}
      labelElement="div"
      error={props.error}
      description={note}
      descriptionProps={{ id: `${id}-help` }}
    >
      {isSource ? (
        <SourceField {...props} helpId={`${id}-help`} />
      ) : (
        <FormattedField {...props} helpId={`${id}-help`} />
      )}
      <Button
        className={styles.mode}
        variant="subtle"
        disabled={props.disabled}
        onClick={() => setSource(!isSource)}
      >
        {isSource ? t("ui.editFormatted") : t("ui.editHtml")}
      </Button>
    </Input.Wrapper>
  );
}

type FieldProps = RichTextProps & { helpId: string };

function SourceField({ label, value, onChange, disabled, helpId }: FieldProps) {
  return (
    <Textarea
      aria-label={label}
      aria-describedby={helpId}
      className={styles.source}
      autosize
      minRows={8}
      maxRows={24}
      spellCheck={false}
      value={value}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function FormattedField(props: FieldProps) {
  const { label, value, onChange, disabled = false, minHeight = 160, helpId, error } = props;
  const last = useRef(value);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    editable: !disabled,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-describedby": helpId,
        style: `min-height: ${minHeight}px`,
      },
    },
    onUpdate: ({ editor: changed }) => {
      last.current = htmlOf(changed);
      onChange(last.current);
    },
  });
  useEffect(() => {
    // A value from outside: a discarded change, a restored version, another record.
    if (value === last.current) return;
    last.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);
  return (
    <Frame
      editor={editor}
      labels={controlLabels()}
      withTypographyStyles={false}
      className={styles.frame}
      data-error={Boolean(error) || undefined}
    >
      {disabled ? null : <Toolbar label={t("ui.format", { field: label })} />}
      <Frame.Content className={styles.content} />
    </Frame>
  );
}

function Toolbar({ label }: { label: string }) {
  return (
    <Frame.Toolbar role="toolbar" aria-label={label} className={styles.toolbar}>
      <Frame.ControlsGroup>
        <Frame.Bold />
        <Frame.Italic />
        <Frame.Strikethrough />
        <Frame.ClearFormatting />
      </Frame.ControlsGroup>
      <Frame.ControlsGroup>
        <Frame.H2 />
        <Frame.H3 />
        <Frame.H4 />
      </Frame.ControlsGroup>
      <Frame.ControlsGroup>
        <Frame.BulletList />
        <Frame.OrderedList />
        <Frame.Blockquote />
        <Frame.Hr />
      </Frame.ControlsGroup>
      <Frame.ControlsGroup>
        <Frame.Link />
        <Frame.Unlink />
      </Frame.ControlsGroup>
      <Frame.ControlsGroup>
        <Frame.Undo />
        <Frame.Redo />
      </Frame.ControlsGroup>
    </Frame.Toolbar>
  );
}
