import { Button, Group, SegmentedControl, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { RichText } from "../../ui/RichText";
import { toastError } from "../../ui/toasts";
import type { Format } from "./queries";

export interface Written {
  source: string;
  format: Format;
}

interface Props {
  label: string;
  value: Written;
  onChange: (value: Written) => void;
  disabled?: boolean;
  error?: string | undefined;
  minHeight?: number;
}

/** What formatted text keeps. Other elements would be lost by editing them there. */
const EDITABLE = new Set(
  "p br strong em b i u s a ul ol li h2 h3 h4 blockquote code pre hr".split(" "),
);

/** Whether formatted text would lose a part of this HTML. */
export function losesParts(html: string): boolean {
  return [...html.matchAll(/<([a-z][a-z0-9]*)/gi)].some(
    ([, tag]) => !EDITABLE.has(tag?.toLowerCase() ?? ""),
  );
}

/** A text as formatted text, HTML or Markdown. It stays in the form that it was written in. */
export function TextEditor({
  label,
  value,
  onChange,
  disabled = false,
  error,
  minHeight = 320,
}: Props) {
  const isRich = value.format === "html" && !losesParts(value.source);
  const [asSource, setAsSource] = useState(false);
  const mode = value.format === "markdown" ? "markdown" : isRich && !asSource ? "visual" : "html";
  const setSource = (source: string) => onChange({ ...value, source });
  return (
    <div>
      <Toolbar
        mode={mode}
        value={value}
        canBeRich={isRich}
        disabled={disabled}
        onMode={(next) => {
          setAsSource(next === "html");
          // HTML is valid in Markdown, so nothing is lost.
          if (next === "markdown") onChange({ ...value, format: "markdown" });
        }}
        onConverted={(source) => onChange({ source, format: "html" })}
      />
      {mode === "visual" ? (
        <RichText
          label={label}
          value={value.source}
          onChange={setSource}
          disabled={disabled}
          error={error}
          minHeight={minHeight}
        />
      ) : (
        <Textarea
          label={label}
          value={value.source}
          onChange={({ currentTarget }) => setSource(currentTarget.value)}
          disabled={disabled}
          error={error}
          autosize
          minRows={minHeight > 200 ? 14 : 5}
          maxRows={40}
          spellCheck
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          description={mode === "html" && !isRich ? t("content.sourceKept") : undefined}
        />
      )}
    </div>
  );
}

type Mode = "visual" | "html" | "markdown";

interface ToolbarProps {
  mode: Mode;
  value: Written;
  canBeRich: boolean;
  disabled: boolean;
  onMode: (mode: Mode) => void;
  onConverted: (html: string) => void;
}

/** Chooses how to write. Markdown becomes formatted text only by a button of its own. */
function Toolbar({ mode, value, canBeRich, disabled, onMode, onConverted }: ToolbarProps) {
  const convert = useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/content/preview", { body: value })),
    onSuccess: ({ content }) => onConverted(content),
    onError: toastError,
  });
  if (mode === "markdown") {
    return (
      <Group justify="space-between" mb="xs">
        <span className="small quiet">{t("content.markdown")}</span>
        <Button
          size="xs"
          disabled={disabled}
          loading={convert.isPending}
          onClick={() => convert.mutate()}
        >
          {t("content.toFormatted")}
        </Button>
      </Group>
    );
  }
  return (
    <Group justify="space-between" mb="xs">
      <SegmentedControl
        aria-label={t("content.format")}
        size="xs"
        value={mode}
        onChange={(next) => onMode(next === "html" ? "html" : "visual")}
        data={[
          { value: "visual", label: t("content.visual"), disabled: !canBeRich },
          { value: "html", label: t("content.html") },
        ]}
      />
      <Button size="xs" variant="subtle" disabled={disabled} onClick={() => onMode("markdown")}>
        {t("content.toMarkdown")}
      </Button>
    </Group>
  );
}
