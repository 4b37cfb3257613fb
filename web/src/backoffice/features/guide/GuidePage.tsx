import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel, Stack } from "../../ui/Panel";
import { SampleDataPanel } from "../../ui/samples/SampleDataPanel";
import { SkeletonPage } from "../../ui/Skeletons";
import { Status } from "../../ui/Status";
import { toastError } from "../../ui/toasts";
import DeliveryStep from "./DeliveryStep";
import EmailStep from "./EmailStep";
import styles from "./guide.module.css";
import LookStep from "./LookStep";
import NameStep from "./NameStep";
import PaymentStep from "./PaymentStep";
import ProductStep from "./ProductStep";
import { emptyShopQuery, type Guide, guideQuery, type GuideStep, type StepName } from "./queries";
import RegionStep from "./RegionStep";
import type { StepProps } from "./StepForm";
import TaxesStep from "./TaxesStep";

const FORMS: Readonly<Record<StepName, ComponentType<StepProps>>> = {
  name: NameStep,
  look: LookStep,
  region: RegionStep,
  taxes: TaxesStep,
  delivery: DeliveryStep,
  payment: PaymentStep,
  email: EmailStep,
  product: ProductStep,
};

/** Leads from an empty shop to the first sale. The step is in the address, so that Back and a reload work. */
export default function GuidePage() {
  const query = useQuery(guideQuery);
  const done = query.data?.steps.filter(({ state }) => state === "done").length ?? 0;
  return (
    <Page>
      <PageHead
        title={t("guide.title")}
        facts={
          query.data
            ? t("guide.progress", { done, count: query.data.steps.length })
            : t("guide.facts")
        }
        actions={
          <Button component={Link} to="/">
            {t("guide.later")}
          </Button>
        }
      />
      {query.data ? (
        <Steps guide={query.data} />
      ) : query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage panels={1} />
      )}
    </Page>
  );
}

const END = "end";

function Steps({ guide }: { guide: Guide }) {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const requested = search.get("step");
  const firstOpen = guide.steps.find(({ state }) => state === "open")?.step ?? END;
  const current = guide.steps.find(({ step }) => step === (requested ?? firstOpen));
  const next = () => {
    const index = guide.steps.findIndex((one) => one === current);
    setSearch({ step: guide.steps[index + 1]?.step ?? END });
  };
  const skip = useMutation({
    mutationFn: (step: StepName) =>
      unwrap(
        api.POST("/api/admin/v1/setup-guide/steps/{step}/skip", { params: { path: { step } } }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(guideQuery.queryKey, changed);
      next();
    },
    onError: toastError,
  });
  return (
    <div className={styles.guide}>
      <StepList guide={guide} current={current?.step ?? END} />
      {current ? (
        <Step
          key={current.step}
          step={current}
          onDone={next}
          onSkip={() => skip.mutate(current.step)}
        />
      ) : (
        <End guide={guide} />
      )}
    </div>
  );
}

function StepList({ guide, current }: { guide: Guide; current: string }) {
  return (
    <nav className={styles.steps} aria-label={t("guide.steps")}>
      <ol>
        {guide.steps.map((step) => (
          <li key={step.step}>
            <Link
              to={`?step=${step.step}`}
              aria-current={step.step === current ? "step" : undefined}
            >
              <StepStatus step={step} />
              {step.summary ? <span className={styles.summary}>{step.summary}</span> : null}
            </Link>
          </li>
        ))}
      </ol>
      <BringIn />
    </nav>
  );
}

/** For somebody who moves here with a whole shop. */
function BringIn() {
  const may = useOperator().can("settings.import");
  const { data } = useQuery({ ...emptyShopQuery, enabled: may });
  if (!may || !data?.isShopEmpty) return null;
  return (
    <p className={styles.bringIn}>
      {t("guide.bringIn")}{" "}
      <Link className="link" to="/settings/data/import">
        {t("guide.bringInLink")}
      </Link>
    </p>
  );
}

function StepStatus({ step: { step, state } }: { step: GuideStep }) {
  const text = t(`guide.step.${step}`);
  if (state === "done") {
    return (
      <>
        <Status shape="full" tone="good" text={text} />
        <span className="visually-hidden">{t("guide.done")}</span>
      </>
    );
  }
  if (state === "open") return <Status shape="ring" tone="quiet" text={text} />;
  return (
    <>
      <Status shape="stopped" tone="quiet" text={text} />
      <span className="visually-hidden">{t("guide.skipped")}</span>
    </>
  );
}

/** Moves the focus to the heading of a step, except when the page is opened. */
function useFocusedHeading() {
  const panel = useRef<HTMLDivElement>(null);
  const [search] = useSearchParams();
  const requested = search.get("step");
  useEffect(() => {
    if (requested !== null) panel.current?.focus();
  }, [requested]);
  return panel;
}

function Step(props: StepProps) {
  const { step, problem } = props.step;
  const Form = FORMS[step];
  const panel = useFocusedHeading();
  return (
    <div ref={panel} tabIndex={-1} className={styles.step}>
      <Stack>
        <Panel title={t(`guide.step.${step}`)}>
          <p className={styles.text}>{t(`guide.text.${step}`)}</p>
          {problem ? (
            <p>
              <Status shape="late" tone="wait" text={problem} />
            </p>
          ) : null}
          <Form {...props} />
        </Panel>
        {step === "product" ? <SampleDataPanel /> : null}
      </Stack>
    </div>
  );
}

function End({ guide }: { guide: Guide }) {
  const panel = useFocusedHeading();
  const problems = guide.steps.flatMap(({ problem }) => problem ?? []);
  return (
    <div ref={panel} tabIndex={-1} className={styles.step}>
      <Stack>
        <Panel title={t(guide.canSell ? "guide.ready" : "guide.notReady")}>
          <p className={styles.text}>
            {t(guide.canSell ? "guide.readyText" : "guide.notReadyText")}
          </p>
          <ul className={styles.known}>
            {problems.map((problem) => (
              <li key={problem}>
                <Status shape="late" tone="wait" text={problem} />
              </li>
            ))}
          </ul>
          <div className={styles.buttons}>
            <Button component="a" variant="filled" href="/" target="_blank" rel="noopener">
              {t("guide.openShop")}
            </Button>
            <Link className="link" to="/">
              {t("guide.toToday")}
            </Link>
          </div>
        </Panel>
        <SampleDataPanel />
      </Stack>
    </div>
  );
}
