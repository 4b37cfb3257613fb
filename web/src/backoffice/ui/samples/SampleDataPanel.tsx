import { Button, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote, ErrorPanel } from "../ErrorPanel";
import { Panel } from "../Panel";
import { SkeletonText } from "../Skeletons";
import { WhatWillHappen } from "../WhatWillHappen";
import { figureText, removalFacts } from "./figures";
import {
  isBusy,
  removalQuery,
  type SampleData,
  usePutIn,
  useSampleData,
  useTakeOut,
} from "./queries";
import styles from "./samples.module.css";

/** Puts sample data in to look around with, and takes it out whole again. */
export function SampleDataPanel() {
  const { can } = useOperator();
  const query = useSampleData(can("products.read"));
  if (!can("products.read")) return null;
  return (
    <Panel title={t("samples.title")}>
      <div aria-busy={isBusy(query.data)}>
        {query.data ? (
          <State data={query.data} />
        ) : query.error ? (
          <ErrorPanel plain error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonText lines={2} />
        )}
      </div>
    </Panel>
  );
}

function useMayChange(): { may: boolean; why: string | undefined } {
  const { can } = useOperator();
  const online = useOnline();
  const may = can("products.edit") && can("stock.edit") && can("content.edit");
  if (!may) return { may, why: t("samples.noRight") };
  return { may: online, why: online ? undefined : t("frame.offlineWrites") };
}

function State({ data }: { data: SampleData }) {
  switch (data.state) {
    case "putting_in":
    case "taking_out":
      return <Running data={data} />;
    case "present":
      return <Present data={data} />;
    case "none":
      return <Absent data={data} />;
  }
}

function Running({ data: { state, lastRun } }: { data: SampleData }) {
  const { done = 0, total = 0 } = lastRun ?? {};
  const counts = state === "putting_in" && total > 0;
  return (
    <div role="status">
      <p className={styles.text}>
        {counts
          ? t("samples.pictures", { done, total })
          : t(state === "putting_in" ? "samples.puttingIn" : "samples.takingOut")}
      </p>
      <Progress
        aria-label={t("samples.progress")}
        value={counts ? (100 * done) / total : 100}
        animated={!counts}
      />
    </div>
  );
}

function Absent({ data }: { data: SampleData }) {
  const { may, why } = useMayChange();
  const putIn = usePutIn();
  return (
    <>
      <p className={styles.text}>{t("samples.text")}</p>
      {data.isConverted ? <p className={styles.text}>{t("samples.converted")}</p> : null}
      <LastRun data={data} />
      {putIn.error ? <ErrorNote error={putIn.error} isWrite /> : null}
      <Button loading={putIn.isPending} disabled={!may} title={why} onClick={() => putIn.mutate()}>
        {t("samples.putIn")}
      </Button>
    </>
  );
}

/** What the last run did, or why it did nothing. */
function LastRun({ data: { lastRun } }: { data: SampleData }) {
  if (lastRun === null) return null;
  if (lastRun.state === "failed") return <p className="bad">{lastRun.failure}</p>;
  const result = figureText(lastRun.figures);
  if (lastRun.state !== "finished" || result === "") return null;
  return (
    <p className={styles.result}>
      {t(lastRun.kind === "put_in" ? "samples.wasPutIn" : "samples.wasTakenOut", { result })}
    </p>
  );
}

function Present({ data }: { data: SampleData }) {
  const { may, why } = useMayChange();
  const [previews, setPreviews] = useState(false);
  // Otherwise it says the same as what is in the shop.
  const hasMore =
    data.lastRun?.state === "failed" ||
    data.lastRun?.figures.some(({ outcome }) => outcome === "skipped");
  return (
    <>
      <p className={styles.text}>{t("samples.present", { figures: figureText(data.figures) })}</p>
      {hasMore ? <LastRun data={data} /> : null}
      {previews ? (
        <TakeOut may={may} why={why} onCancel={() => setPreviews(false)} />
      ) : (
        <Button disabled={!may} title={why} onClick={() => setPreviews(true)}>
          {t("samples.takeOut")}
        </Button>
      )}
    </>
  );
}

interface TakeOutProps {
  may: boolean;
  why: string | undefined;
  onCancel: () => void;
}

function TakeOut({ may, why, onCancel }: TakeOutProps) {
  const preview = useQuery(removalQuery);
  const takeOut = useTakeOut();
  return (
    <>
      <div className={styles.preview}>
        <WhatWillHappen
          figures={removalFacts(preview.data?.figures ?? [])}
          pending={preview.isFetching}
          error={preview.error}
        />
      </div>
      <p className={styles.text}>{t("samples.stays")}</p>
      {takeOut.error ? <ErrorNote error={takeOut.error} isWrite /> : null}
      <div className={styles.buttons}>
        <Button
          variant="filled"
          color="bad"
          loading={takeOut.isPending}
          disabled={!may || !preview.data || preview.isFetching}
          title={why}
          onClick={() => takeOut.mutate()}
        >
          {t("samples.confirmTakeOut")}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t("samples.cancel")}
        </Button>
      </div>
    </>
  );
}
