import { SegmentedControl } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { SkeletonText } from "../../ui/Skeletons";
import styles from "./content.module.css";
import { previewQuery } from "./queries";
import type { Written } from "./TextEditor";

const WAIT_MS = 300;
/** Close to the storefront's own typography, which this document cannot load. */
const STYLE = `
  body { margin: 0 auto; max-width: 680px; padding: 24px 20px;
    font: 400 17px/1.65 "Hanken Grotesk", "Helvetica Neue", Arial, sans-serif;
    color: #23201c; background: #fff; overflow-wrap: anywhere; }
  h1 { font-size: 32px; line-height: 1.2; } h2 { font-size: 24px; } h3 { font-size: 19px; }
  img { max-width: 100%; height: auto; border-radius: 8px; } a { color: inherit; }
  table { border-collapse: collapse; } td, th { border: 1px solid #e6e0d6; padding: 6px 10px; }
  blockquote { margin: 0; padding-left: 16px; border-left: 3px solid #e6e0d6; }`;

const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** The page of a text, for a frame without scripts. The server has sanitised `html`. */
function documentOf(title: string, html: string): string {
  return `<!doctype html><meta charset="utf-8"><base target="_blank"><style>${STYLE}</style><h1>${escaped(title)}</h1>${html}`;
}

export type Width = "desktop" | "phone";

/** A document in a frame without scripts, at the width of a phone or of a desktop. */
export function Frame({
  title,
  html,
  tall = false,
}: {
  title: string;
  html: string;
  tall?: boolean;
}) {
  const [width, setWidth] = useState<Width>("desktop");
  return (
    <div className={styles.preview}>
      <SegmentedControl
        aria-label={t("content.preview")}
        size="xs"
        value={width}
        onChange={(next) => setWidth(next === "phone" ? "phone" : "desktop")}
        data={[
          { value: "desktop", label: t("content.desktop") },
          { value: "phone", label: t("content.onPhone") },
        ]}
      />
      <iframe
        className={styles.frame}
        data-width={width}
        data-tall={tall || undefined}
        title={title}
        sandbox=""
        srcDoc={html}
      />
    </div>
  );
}

/** The text as shoppers would see it, while it is being written. */
export function Preview({ title, written }: { title: string; written: Written }) {
  const [{ source, format }] = useDebouncedValue(written, WAIT_MS);
  const query = useQuery(previewQuery(source, format));
  return (
    <Panel title={t("content.preview")}>
      {query.error ? (
        <ErrorPanel error={query.error} plain onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <>
          <Frame
            title={t("content.previewOf", { title })}
            html={documentOf(title, query.data.content)}
            tall
          />
          <p className="small quiet">
            {t("content.minutes", { count: query.data.readingMinutes })}
          </p>
        </>
      ) : (
        <SkeletonText />
      )}
    </Panel>
  );
}
