import { Button } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode, SubmitEvent } from "react";
import { Link } from "react-router";
import { formError } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { conflictOf } from "../../ui/ConflictDialog";
import { ErrorNote } from "../../ui/ErrorPanel";
import styles from "./guide.module.css";
import type { GuideStep } from "./queries";

/** What every step gets from the guide. */
export interface StepProps {
  step: GuideStep;
  onDone: () => void;
  onSkip: () => void;
}

interface Props extends StepProps {
  /** What the button does: "Save and continue". */
  label?: string;
  save: UseMutationResult<unknown, Error, void>;
  /** What takes a while after saving. */
  wait?: string;
  /** Why it cannot be saved yet. */
  missing?: string | null;
  children: ReactNode;
}

/** The fields of a step, with the buttons that save or skip it. */
export function StepForm({
  step,
  onDone,
  onSkip,
  label,
  save,
  wait,
  missing = null,
  children,
}: Props) {
  const canEdit = useOperator().can("settings.edit");
  const online = useOnline();
  const why = online ? missing : t("frame.offlineWrites");
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (why === null) save.mutate();
  };
  const skip = step.state === "done" ? onDone : onSkip;
  const showsError = conflictOf(save.error) === null && formError(save.error) !== null;
  return (
    <form onSubmit={submit} noValidate>
      <fieldset className={styles.fields} disabled={!canEdit} aria-label={t("guide.fields")}>
        {children}
      </fieldset>
      {showsError ? <ErrorNote error={save.error} isWrite /> : null}
      {canEdit ? null : <p className="quiet small">{t("guide.readOnly")}</p>}
      <div className={styles.buttons}>
        {canEdit ? (
          <Button
            type="submit"
            variant="filled"
            loading={save.isPending}
            disabled={why !== null}
            title={why ?? undefined}
          >
            {label ?? t("guide.save")}
          </Button>
        ) : null}
        <Button variant="subtle" disabled={save.isPending || !online} onClick={skip}>
          {step.state === "done" || !canEdit ? t("guide.next") : t("guide.skip")}
        </Button>
        <span role="status" className="quiet small">
          {save.isPending ? wait : null}
        </span>
        {why !== null && missing !== null ? <span className="quiet small">{missing}</span> : null}
      </div>
    </form>
  );
}

interface KnownProps {
  step: GuideStep;
  onDone: () => void;
  names: readonly string[];
  to: string;
  link: string;
}

/** What is set already, here or elsewhere, and where to change it. */
export function AlreadySet({ onDone, names, to, link }: KnownProps) {
  return (
    <>
      <ul className={styles.known}>
        {names.map((name, index) => (
          <li key={index}>{name}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="filled" onClick={onDone}>
          {t("guide.next")}
        </Button>
        <Link className="link" to={to}>
          {link}
        </Link>
      </div>
    </>
  );
}
