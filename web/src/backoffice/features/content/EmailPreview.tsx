import { SegmentedControl } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { SkeletonText } from "../../ui/Skeletons";
import styles from "./content.module.css";
import { Frame } from "./Preview";
import { type EmailDetails, emailPreviewQuery } from "./queries";

const WAIT_MS = 300;

interface Props {
  email: EmailDetails;
  texts: Readonly<Record<string, string>>;
}

/** The email as it would be sent now, with sample data. */
export function EmailPreview({ email, texts }: Props) {
  const [settled] = useDebouncedValue(texts, WAIT_MS);
  const query = useQuery(emailPreviewQuery(email.name, settled));
  const problems = Object.entries(fieldErrors(query.error));
  const [part, setPart] = useState("html");
  if (problems.length > 0) {
    return (
      <Panel title={t("content.preview")}>
        <p role="status">{t("content.previewFails")}</p>
        <ul>
          {problems.map(([name, problem]) => (
            <li key={name}>
              {email.texts.find((one) => one.name === name)?.label ?? name}: {problem}
            </li>
          ))}
        </ul>
      </Panel>
    );
  }
  return (
    <Panel title={t("content.preview")}>
      {query.error ? (
        <ErrorPanel error={query.error} plain onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <div className={styles.form}>
          <p>
            <span className="quiet">{t("content.subject")}</span>{" "}
            <strong>{query.data.subject}</strong>
            <br />
            <span className="small quiet">{t("content.previewShows")}</span>
          </p>
          <SegmentedControl
            aria-label={t("content.format")}
            size="xs"
            style={{ alignSelf: "flex-start" }}
            value={part}
            onChange={setPart}
            data={[
              { value: "html", label: t("content.asHtml") },
              { value: "text", label: t("content.asText") },
            ]}
          />
          {part === "html" ? (
            <Frame
              title={t("content.previewOf", { title: email.title })}
              html={query.data.html}
              tall
            />
          ) : (
            <pre className={styles.plain}>{query.data.text}</pre>
          )}
        </div>
      ) : (
        <SkeletonText />
      )}
    </Panel>
  );
}
