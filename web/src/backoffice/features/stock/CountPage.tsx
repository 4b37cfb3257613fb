import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { LoadingHead } from "../../ui/LoadingHead";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Panel } from "../../ui/Panel";
import { toast } from "../../ui/toasts";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import { CountLines } from "./CountLines";
import { FigureEntry } from "./FigureEntry";
import { signed } from "./names";
import { countQuery, type CountSheet } from "./queries";
import { CountStatus } from "./statuses";
import styles from "./stock.module.css";

/** A count sheet: figures are entered, then their differences are applied. */
export default function CountPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(countQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded sheet={query.data} />
      ) : (
        <LoadingHead title={t("stock.countNumber", { id })} back="/stock/counts" query={query} />
      )}
    </Page>
  );
}

function Loaded({ sheet }: { sheet: CountSheet }) {
  const { id, location, note, state } = sheet.sheet;
  const canEdit = useOperator().can("stock.edit") && state === "open";
  return (
    <>
      <PageHead
        title={t("stock.countNumber", { id })}
        back="/stock/counts"
        statuses={<CountStatus state={state} />}
        facts={[location, note].filter(Boolean).join(" · ")}
      />
      <DetailColumns
        main={
          <>
            {canEdit ? <FigureEntry sheet={sheet} /> : null}
            <CountLines sheet={sheet} canEdit={canEdit} />
          </>
        }
        aside={canEdit ? <Finish sheet={sheet} /> : null}
      />
    </>
  );
}

function useFinish(sheet: CountSheet) {
  const client = useQueryClient();
  const key = useIdempotencyKey();
  const { id } = sheet.sheet;
  const path = { countId: id };
  const onSuccess = (changed: CountSheet) => {
    client.setQueryData(countQuery(id).queryKey, changed);
    void client.invalidateQueries({ queryKey: ["stock"] });
  };
  const apply = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/stock/counts/{countId}/apply", {
          params: { path, header: key.headers },
        }),
      ),
    onSuccess: (changed) => {
      onSuccess(changed);
      toast(t("stock.countDone"));
    },
    onError: (error) => {
      key.renewAfter(error);
      void client.invalidateQueries({ queryKey: countQuery(id).queryKey });
    },
  });
  const cancel = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/stock/counts/{countId}/cancel", { params: { path } })),
    onSuccess,
  });
  return { apply, cancel };
}

function Finish({ sheet }: { sheet: CountSheet }) {
  const online = useOnline();
  const { apply, cancel } = useFinish(sheet);
  const different = sheet.lines.filter(({ difference }) => difference !== 0);
  const blocked = sheet.lines.some((line) => line.blocked);
  return (
    <Panel title={t("stock.finish")}>
      <div className={styles.form}>
        <WhatWillHappen
          figures={[
            { label: t("stock.counted"), value: sheet.lines.length },
            { label: t("stock.different"), value: different.length },
            { label: t("stock.unitsInSum"), value: signed(sheet.units), total: true },
          ]}
          effects={[{ icon: "info", text: t("stock.movedStays") }]}
        />
        {blocked ? <p className="bad small">{t("stock.blockedHelp")}</p> : null}
        <ErrorNote error={apply.error ?? cancel.error} isWrite />
        <Button
          variant="filled"
          loading={apply.isPending}
          disabled={sheet.lines.length === 0 || blocked || !online}
          onClick={() => apply.mutate()}
        >
          {t("stock.apply")}
        </Button>
        <Button loading={cancel.isPending} disabled={!online} onClick={() => cancel.mutate()}>
          {t("stock.cancelCount")}
        </Button>
      </div>
    </Panel>
  );
}
