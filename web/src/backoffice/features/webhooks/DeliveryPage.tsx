import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { CopyText } from "../../ui/CopyText";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { useListNeighbours } from "../../ui/listTrail";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Facts, Panel } from "../../ui/Panel";
import { SkeletonPage } from "../../ui/Skeletons";
import { toast } from "../../ui/toasts";
import { When } from "../../ui/When";
import styles from "./DeliveryPage.module.css";
import { type DeliveryDetails, deliveryQuery } from "./queries";
import { DeliveryStatus, responseText } from "./statuses";

/** What was sent to a webhook, and what it answered. */
export default function DeliveryPage() {
  const { id = "", delivery = "" } = useParams();
  const query = useQuery(deliveryQuery(Number(delivery)));
  const neighbours = useListNeighbours();
  const back = `/webhooks/${id}`;
  if (!query.data) {
    return (
      <Page>
        <PageHead title={t("webhooks.message")} back={back} />
        {query.error ? (
          <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonPage />
        )}
      </Page>
    );
  }
  const details = query.data;
  return (
    <Page>
      <PageHead
        title={details.topic}
        back={back}
        neighbours={neighbours}
        statuses={<DeliveryStatus delivery={details} />}
        facts={<When at={details.happenedAt} as="full" />}
        actions={<Resend details={details} />}
      />
      <DetailColumns
        main={
          <>
            <Attempts details={details} />
            <Message details={details} />
          </>
        }
        aside={<About details={details} />}
      />
    </Page>
  );
}

function Resend({ details }: { details: DeliveryDetails }) {
  const client = useQueryClient();
  const isOnline = useOnline();
  const resend = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/webhook-deliveries/{deliveryId}/resend", {
          params: { path: { deliveryId: details.id } },
        }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(deliveryQuery(details.id).queryKey, changed);
      toast(t("webhooks.resent"));
      return client.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  if (!useOperator().can("webhooks.edit")) return null;
  return (
    <>
      <Button
        variant="filled"
        loading={resend.isPending}
        disabled={!isOnline}
        onClick={() => resend.mutate()}
      >
        {details.state === "waiting" ? t("webhooks.sendNow") : t("webhooks.resend")}
      </Button>
      <ErrorNote error={resend.error} isWrite />
    </>
  );
}

function About({ details }: { details: DeliveryDetails }) {
  return (
    <Panel title={t("webhooks.about")}>
      <Facts
        facts={[
          { label: t("webhooks.subject"), value: details.subject },
          { label: t("webhooks.tries"), value: details.tries },
          {
            label: t("webhooks.nextTry"),
            value: details.nextTryAt === null ? "—" : <When at={details.nextTryAt} />,
          },
        ]}
      />
      <p className="small quiet">{t("webhooks.messageId")}</p>
      <CopyText text={details.messageId} code />
    </Panel>
  );
}

function Message({ details }: { details: DeliveryDetails }) {
  return (
    <Panel title={t("webhooks.message")}>
      {details.payload === null ? (
        <p className="quiet">{t("webhooks.notBuilt")}</p>
      ) : (
        <Code text={JSON.stringify(JSON.parse(details.payload), null, 2)} />
      )}
    </Panel>
  );
}

function Attempts({ details }: { details: DeliveryDetails }) {
  return (
    <Panel title={t("webhooks.attempts")}>
      {details.attempts.length === 0 ? (
        <p className="quiet">{t("webhooks.noAttempts")}</p>
      ) : (
        <ol className={styles.attempts}>
          {details.attempts.map((attempt) => (
            <li key={attempt.triedAt}>
              <div className={styles.line}>
                <strong>{responseText(attempt.status, attempt.error)}</strong>
                <span className="quiet">
                  <When at={attempt.triedAt} />
                  {" · "}
                  {t("webhooks.took", { milliseconds: attempt.milliseconds })}
                </span>
              </div>
              {attempt.error ? <p className="bad">{attempt.error}</p> : null}
              {attempt.response ? (
                <Code text={attempt.response} />
              ) : attempt.status === null ? null : (
                <p className="small quiet">{t("webhooks.emptyResponse")}</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** Text as it was sent. It scrolls by itself, also with the keyboard. */
function Code({ text }: { text: string }) {
  return (
    <pre className={styles.code} tabIndex={0}>
      {text}
    </pre>
  );
}
