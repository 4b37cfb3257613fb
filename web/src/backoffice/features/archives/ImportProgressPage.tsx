import { Button, Progress as Bar } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../api/errors";
import { t } from "../../messages/t";
import { Card } from "../../ui/Card";
import { Status } from "../../ui/Status";
import styles from "./archives.module.css";
import { type Progress, progressQuery } from "./importQueries";

const SIGN_IN = "/backoffice/sign-in";
const IMPORT = "/backoffice/settings/data/import";

/**
 * How far an import is. Nobody is signed in meanwhile, so the token in the fragment shows it, and the page
 * goes on asking while the shop does not answer.
 */
export default function ImportProgressPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const { data, error } = useQuery(progressQuery(token));
  if (data?.state === "finished" && data.result) return <Finished result={data.result} />;
  if (data?.state === "failed") return <Failed failure={data.failure ?? ""} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Card title={t("archives.progressTitle")} text={t("archives.unknownImport")}>
        <LinkButton href={SIGN_IN} label={t("archives.signIn")} />
      </Card>
    );
  }
  return (
    <Card title={t("archives.progressTitle")} text={t("archives.progressText")} wide>
      <Running progress={data ?? null} />
    </Card>
  );
}

function Running({ progress }: { progress: Progress | null }) {
  const { done = 0, total = 0 } = progress ?? {};
  const isCounted = total > 0;
  return (
    <div aria-busy="true">
      <p role="status">{stepText(progress)}</p>
      <Bar
        aria-label={t("archives.importProgress")}
        value={isCounted ? (100 * done) / total : 100}
        animated={!isCounted}
      />
    </div>
  );
}

function stepText(progress: Progress | null): string {
  const { step = null, done = 0, total = 0 } = progress ?? {};
  switch (step) {
    case "Checked":
      return t("archives.stepChecked");
    case "Media":
      return t("archives.stepMedia", { count: done });
    case "Tables":
      return t("archives.stepTables", { done, total });
    case "Checks":
      return t("archives.stepChecks");
    case null:
      return t("archives.stepStarting");
  }
}

function Failed({ failure }: { failure: string }) {
  return (
    <Card title={t("archives.failedTitle")} text={t("archives.failedBefore")} wide>
      <div className={styles.outcome}>
        <p className="bad" role="alert">
          {failure}
        </p>
        <LinkButton href={IMPORT} label={t("archives.tryAgain")} />
      </div>
    </Card>
  );
}

function Finished({ result }: { result: NonNullable<Progress["result"]> }) {
  const wrong = result.ledger.filter(({ isOk }) => !isOk);
  const text = t("archives.doneText", { count: result.rows, media: result.media });
  return (
    <Card title={t("archives.doneTitle")} text={text} wide>
      <div className={styles.outcome}>
        <section aria-label={t("archives.ledger")}>
          {wrong.length === 0 ? (
            <Status shape="full" tone="good" text={t("archives.ledgerOk")} />
          ) : (
            <ul className={styles.rows}>
              {wrong.map(({ message }) => (
                <li key={message}>
                  <Status shape="late" tone="bad" text={message} />
                </li>
              ))}
            </ul>
          )}
        </section>
        {result.hasKey ? null : <p>{t("archives.keyMissing")}</p>}
        {result.overridden.length === 0 ? null : (
          <p>{t("archives.overridden", { names: result.overridden.join(", ") })}</p>
        )}
        <p>{t("archives.signInAs", { email: result.operatorEmail })}</p>
        <LinkButton href={SIGN_IN} label={t("archives.signIn")} />
      </div>
    </Card>
  );
}

/** Loads the back office again: what it knows is of the shop before. */
function LinkButton({ href, label }: { href: string; label: string }) {
  return (
    <Button component="a" href={href} variant="filled">
      {label}
    </Button>
  );
}
