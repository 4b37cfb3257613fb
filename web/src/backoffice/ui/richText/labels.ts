import type { RichTextEditorLabels } from "@mantine/tiptap";
import { t } from "../../messages/t";

/** Names of the toolbar's buttons, for tooltips and screen readers. */
export function controlLabels(): Partial<RichTextEditorLabels> {
  return {
    boldControlLabel: t("ui.bold"),
    italicControlLabel: t("ui.italic"),
    strikeControlLabel: t("ui.strikethrough"),
    clearFormattingControlLabel: t("ui.clearFormatting"),
    h2ControlLabel: t("ui.heading", { level: 2 }),
    h3ControlLabel: t("ui.heading", { level: 3 }),
    h4ControlLabel: t("ui.heading", { level: 4 }),
    bulletListControlLabel: t("ui.bulletList"),
    orderedListControlLabel: t("ui.numberedList"),
    blockquoteControlLabel: t("ui.quote"),
    hrControlLabel: t("ui.rule"),
    linkControlLabel: t("ui.link"),
    unlinkControlLabel: t("ui.removeLink"),
    undoControlLabel: t("ui.undo"),
    redoControlLabel: t("ui.redo"),
    linkEditorInputLabel: t("ui.linkAddress"),
    linkEditorInputPlaceholder: t("ui.linkExample"),
    linkEditorSave: t("ui.save"),
    linkEditorExternalLink: t("ui.linkNewTab"),
    linkEditorInternalLink: t("ui.linkSameTab"),
  };
}
