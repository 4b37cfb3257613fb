import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator, useShop } from "../../session/session";
import { Panel } from "../../ui/Panel";
import { shortTime } from "../../ui/time";
import { PanelBody } from "./PanelBody";
import { type Problem, problemsQuery } from "./queries";
import styles from "./panels.module.css";

/** What does not work, each with the way to mend it. */
export function ProblemsPanel() {
  const query = useQuery(problemsQuery);
  return (
    <Panel
      flush
      title={t("today.problems")}
      actions={
        <Link to="/health" className="link">
          {t("today.health")}
        </Link>
      }
    >
      <PanelBody query={query} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.empty}>{t("today.noProblems")}</p>
          ) : (
            <ul className={styles.problems}>
              {items.map((problem, index) => (
                <ProblemRow key={`${problem.kind}-${index}`} problem={problem} />
              ))}
            </ul>
          )
        }
      </PanelBody>
    </Panel>
  );
}

function ProblemRow({ problem }: { problem: Problem }) {
  const { timeZone } = useShop();
  const operator = useOperator();
  const { title, text, to, button } = describe(problem);
  const mayOpen = !to.startsWith("/webhooks") || operator.can("webhooks.read");
  const isBad = problem.severity === "bad";
  return (
    <li className={styles.problem}>
      <svg
        viewBox="0 0 12 12"
        aria-hidden="true"
        className={isBad ? styles.bad : styles.wait}
        data-shape={isBad ? "late" : "half"}
      >
        {isBad ? (
          <path d="M6 .8l5.600 10.400H.4z" fill="currentColor" />
        ) : (
          <>
            <circle cx="6" cy="6" r="4.8" fill="none" stroke="currentColor" strokeWidth="1.6" />
            <path d="M6 1.200a4.800 4.800 0 0 1 0 9.600z" fill="currentColor" />
          </>
        )}
      </svg>
      <div>
        <strong>{title}</strong>
        <p>
          <WholeNumbers text={text} />
          {problem.since
            ? ` ${t("today.since", { time: shortTime(problem.since, timeZone) })}`
            : null}
        </p>
      </div>
      {mayOpen ? (
        <Button component={Link} to={to} aria-label={`${button}: ${title}`}>
          {button}
        </Button>
      ) : null}
    </li>
  );
}

/** A text whose numbers of orders are not broken at their hyphens. */
function WholeNumbers({ text }: { text: string }) {
  return text.split(/([A-Z]{2}-[0-9A-Z]{4}-[0-9A-Z]{4})/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

interface Description {
  title: string;
  text: string;
  to: string;
  button: string;
}

type Describe = (problem: { count: number; names: string; reason: string }) => {
  title: string;
  text: string;
};

const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
  worker_silent: () => ({
    title: t("today.problem.worker_silent"),
    text: t("today.problem.worker_silent.text"),
  }),
  jobs_late: ({ count }) => ({
    title: t("today.problem.jobs_late", { count }),
    text: t("today.problem.jobs_late.text"),
  }),
  jobs_held: ({ count, names }) => ({
    title: t("today.problem.jobs_held", { count }),
    text: t("today.problem.jobs_held.text", { names }),
  }),
  jobs_unknown: ({ count }) => ({
    title: t("today.problem.jobs_unknown", { count }),
    text: t("today.problem.jobs_unknown.text"),
  }),
  emails_undelivered: ({ count, names }) => ({
    title: t("today.problem.emails_undelivered", { count }),
    text: names
      ? t("today.problem.emails_undelivered.names", { names })
      : t("today.problem.emails_undelivered.text"),
  }),
  payments_stuck: ({ count, names, reason }) => ({
    title: t("today.problem.payments_stuck", { count, names }),
    text: reason,
  }),
  refunds_refused: ({ count, names }) => ({
    title: t("today.problem.refunds_refused", { count }),
    text: t("today.problem.refunds_refused.text", { names }),
  }),
  payments_disputed: ({ count, names }) => ({
    title: t("today.problem.payments_disputed", { count }),
    text: names
      ? t("today.problem.payments_disputed.names", { names })
      : t("today.problem.payments_disputed.text"),
  }),
  webhooks_failing: ({ count, names }) => ({
    title: t("today.problem.webhooks_failing", { names }),
    text: t("today.problem.webhooks_failing.text", { count }),
  }),
  backup_failed: ({ reason }) => ({ title: t("today.problem.backup_failed"), text: reason }),
  checks_failed: ({ count, names, reason }) => ({
    title: t("today.problem.checks_failed", { count }),
    text: `${names}: ${reason}`,
  }),
  ledger_broken: ({ reason }) => ({ title: t("today.problem.ledger_broken"), text: reason }),
};

/** Where a problem is mended, if not at the failed jobs. */
const PLACES: Readonly<Record<string, string>> = {
  emails_undelivered: "/health#emails",
  payments_stuck: "/health#payments",
  refunds_refused: "/health#payments",
  payments_disputed: "/customers",
  backup_failed: "/health#backups",
  checks_failed: "/health#checks",
  ledger_broken: "/health#ledger",
};

/** Deliveries that are tried again wait for days before they have failed for good. */
function logOf(webhook: number | null, waiting: number): string {
  if (webhook === null) return "/webhooks";
  return `/webhooks/${webhook}?view=${waiting > 0 ? "waiting" : "failed"}`;
}

function placeOf(kind: string, id: number | null, count: number, names: readonly string[]): string {
  if (kind === "webhooks_failing") return logOf(id, count);
  if (kind === "payments_disputed" && names[0]) return `/orders/${names[0]}`;
  return PLACES[kind] ?? "/health#jobs";
}

function buttonOf(kind: string): string {
  if (kind === "emails_undelivered") return t("today.mend.correct");
  if (kind === "webhooks_failing") return t("today.mend.log");
  return t("today.mend.review");
}

/** Plug-ins may report kinds of their own, with a reason that says it all. */
function describe({ kind, count, names: list, reason, id }: Problem): Description {
  const names = list.join(", ");
  const described = DESCRIPTIONS[kind]?.({ count, names, reason: reason ?? "" });
  return {
    ...(described ?? { title: t("today.problem.other"), text: reason ?? names }),
    to: placeOf(kind, id, count, list),
    button: buttonOf(kind),
  };
}
