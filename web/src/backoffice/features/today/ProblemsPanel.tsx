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
          {text}
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

interface Description {
  title: string;
  text: string;
  to: string;
  button: string;
}

function describe({ kind, count, names: list, reason }: Problem): Description {
  const names = list.join(", ");
  const review = t("today.mend.review");
  switch (kind) {
    case "worker_silent":
      return {
        title: t("today.problem.worker_silent"),
        text: t("today.problem.worker_silent.text"),
        to: "/health#jobs",
        button: review,
      };
    case "jobs_late":
      return {
        title: t("today.problem.jobs_late", { count }),
        text: t("today.problem.jobs_late.text"),
        to: "/health#jobs",
        button: review,
      };
    case "jobs_held":
      return {
        title: t("today.problem.jobs_held", { count }),
        text: t("today.problem.jobs_held.text", { names }),
        to: "/health#jobs",
        button: review,
      };
    case "jobs_unknown":
      return {
        title: t("today.problem.jobs_unknown", { count }),
        text: t("today.problem.jobs_unknown.text"),
        to: "/health#jobs",
        button: review,
      };
    case "emails_undelivered":
      return {
        title: t("today.problem.emails_undelivered", { count }),
        text: names
          ? t("today.problem.emails_undelivered.names", { names })
          : t("today.problem.emails_undelivered.text"),
        to: "/health#emails",
        button: t("today.mend.correct"),
      };
    case "payments_stuck":
      return {
        title: t("today.problem.payments_stuck", { count, names }),
        text: reason ?? "",
        to: "/health#payments",
        button: review,
      };
    case "refunds_refused":
      return {
        title: t("today.problem.refunds_refused", { count }),
        text: t("today.problem.refunds_refused.text", { names }),
        to: "/health#payments",
        button: review,
      };
    case "webhooks_failing":
      return {
        title: t("today.problem.webhooks_failing", { names }),
        text: t("today.problem.webhooks_failing.text", { count }),
        to: "/webhooks",
        button: t("today.mend.log"),
      };
    case "backup_failed":
      return {
        title: t("today.problem.backup_failed"),
        text: reason ?? "",
        to: "/health#checks",
        button: t("today.mend.checks"),
      };
    default:
      return {
        title: t("today.problem.other"),
        text: reason ?? names,
        to: "/health",
        button: review,
      };
  }
}
