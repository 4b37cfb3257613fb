import { Button, Menu, ActionIcon } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { t, tEnum } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { useListNeighbours } from "../../ui/listTrail";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { usePanelAddress } from "../../ui/panelAddress";
import { DetailColumns } from "../../ui/Panel";
import { Presence } from "../../ui/Presence";
import { SkeletonPage } from "../../ui/Skeletons";
import { toast } from "../../ui/toasts";
import { When } from "../../ui/When";
import { CompletePanel } from "./CompletePanel";
import { InspectPanel } from "./InspectPanel";
import { InstructionsPanel } from "./InstructionsPanel";
import { RefusePanel } from "./RefusePanel";
import { ReturnAside } from "./ReturnAside";
import { ReturnItems } from "./ReturnItems";
import { type Returned, useReturn, useReturnChanged } from "./returnQuery";
import { ReturnStatus } from "./ReturnStatus";
import { ReturnTimeline } from "./ReturnTimeline";

type Step = Returned["nextSteps"][number];
type Direct = "approve" | "pick_up" | "receive";
/** `complete` is the panel of refund and exchange. */
const PANELS = ["refuse", "send_instructions", "inspect", "complete"] as const;
type Opened = (typeof PANELS)[number] | null;

function useOpened(): [Opened, (panel: Opened) => void] {
  const [value, set] = usePanelAddress();
  return [PANELS.find((id) => id === value) ?? null, set];
}

const DIRECT: readonly Step[] = ["approve", "pick_up", "receive"];

function call(step: Direct, returnId: string) {
  const params = { path: { returnId } };
  switch (step) {
    case "approve":
      return unwrap(api.POST("/api/admin/v1/returns/{returnId}/approve", { params }));
    case "pick_up":
      return unwrap(api.POST("/api/admin/v1/returns/{returnId}/pick-up", { params }));
    case "receive":
      return unwrap(api.POST("/api/admin/v1/returns/{returnId}/receive", { params }));
  }
}

/** One return: its items, what happened, and the steps that are possible now. */
export default function ReturnPage() {
  const { number = "" } = useParams();
  const query = useReturn(number);
  if (!query.data) {
    return (
      <Page>
        <PageHead title={number} back="/returns" />
        {query.error ? (
          <ErrorPanel
            error={query.error}
            title={t("returns.failed")}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonPage />
        )}
      </Page>
    );
  }
  return <Shown key={query.data.returnId} returned={query.data} />;
}

function Shown({ returned }: { returned: Returned }) {
  const [opened, setOpened] = useOpened();
  const neighbours = useListNeighbours();
  const close = () => setOpened(null);
  const panel = { returned, onClose: close };
  return (
    <Page>
      <PageHead
        title={returned.returnId}
        back="/returns"
        statuses={
          <ReturnStatus status={returned.status} inspected={returned.inspectedAt !== null} pill />
        }
        facts={
          <>
            {returned.customerName} · <When at={returned.requestedAt} />
            <Presence
              kind="return"
              recordKey={returned.returnId}
              mode={opened === null ? "viewing" : "editing"}
            />
          </>
        }
        actions={<Steps returned={returned} opened={opened} onOpen={setOpened} />}
        neighbours={neighbours}
      />
      <DetailColumns
        panelOpen={opened !== null}
        main={
          <>
            <ReturnItems returned={returned} />
            <ReturnTimeline returned={returned} />
          </>
        }
        aside={
          <>
            <RefusePanel {...panel} opened={opened === "refuse"} />
            <InstructionsPanel {...panel} opened={opened === "send_instructions"} />
            <InspectPanel {...panel} opened={opened === "inspect"} />
            <CompletePanel {...panel} opened={opened === "complete"} />
            <ReturnAside returned={returned} />
          </>
        }
      />
    </Page>
  );
}

interface StepsProps {
  returned: Returned;
  opened: Opened;
  onOpen: (panel: Opened) => void;
}

function isCompletion(step: Step): boolean {
  return step === "refund" || step === "exchange";
}

function nameOf(step: Step): string {
  return isCompletion(step) ? t("returns.completeTitle") : tEnum("returns.step", step);
}

/** The steps that this operator may do now. Refund and exchange are one: both are in one panel. */
function useSteps(returned: Returned): Step[] {
  const { can } = useOperator();
  const allowed = returned.nextSteps.filter((step) =>
    can(step === "refund" ? "refunds.pay" : "returns.decide"),
  );
  return allowed.filter(
    (step, index) => !isCompletion(step) || allowed.findIndex(isCompletion) === index,
  );
}

/** The usual step as the primary button, one more as a button, the rest in the menu. */
function Steps({ returned, opened, onOpen }: StepsProps) {
  const isOnline = useOnline();
  const changed = useReturnChanged();
  const act = useMutation({
    mutationFn: (step: Direct) => call(step, returned.returnId),
    onSuccess: (now, step) => {
      changed(now);
      toast(tEnum("returns.done", step));
    },
  });
  const run = (step: Step) => {
    if (isCompletion(step)) onOpen("complete");
    else if (DIRECT.includes(step)) act.mutate(step as Direct);
    else onOpen(step as Opened);
  };
  const props = (step: Step) => ({
    onClick: () => run(step),
    disabled: !isOnline || act.isPending,
    title: isOnline ? undefined : t("returns.offline"),
    children: nameOf(step),
  });
  const [first, second, ...rest] = useSteps(returned);
  return (
    <>
      <ErrorNote error={act.error} isWrite />
      {second ? <Button {...props(second)} /> : null}
      {first ? (
        <Button
          {...props(first)}
          variant={opened === null ? "filled" : "default"}
          loading={act.isPending}
        />
      ) : null}
      {rest.length > 0 ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t("frame.more")}>
              <Icon name="dots" small />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((step) => (
              <Menu.Item key={step} {...props(step)} />
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
}
