import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Initials } from "../../ui/Initials";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Panel } from "../../ui/Panel";
import { usePanelAddress } from "../../ui/panelAddress";
import { SkeletonRows } from "../../ui/Skeletons";
import { Status } from "../../ui/Status";
import { isPast } from "../../ui/time";
import { When } from "../../ui/When";
import { InvitePanel } from "./InvitePanel";
import { MemberPanel } from "./MemberPanel";
import { type Member, membersQuery } from "./queries";
import styles from "./Team.module.css";
import { useNewPanel } from "../../ui/useNewPanel";
import { TeamTabs } from "./TeamTabs";

export default function TeamPage() {
  const operator = useOperator();
  const { data: members, error, refetch } = useQuery(membersQuery);
  const [inviting, setInviting] = useNewPanel();
  const [panel, setPanel] = usePanelAddress();
  const isInviting = inviting && operator.can("team.edit");
  const close = () => (isInviting ? setInviting(false) : setPanel(null));
  const member = members?.find(({ id }) => `member-${id}` === panel);
  const list = (
    <Panel flush>
      {members?.map((one) => (
        <MemberRow key={one.id} member={one} onManage={() => setPanel(`member-${one.id}`)} />
      ))}
      {members || error ? null : <SkeletonRows rows={4} height={60} />}
      {!members && error ? (
        <ErrorPanel error={error} title={t("team.failed")} onRetry={() => void refetch()} />
      ) : null}
    </Panel>
  );
  const opened = isInviting ? (
    <InvitePanel onClose={close} />
  ) : member ? (
    <MemberPanel key={member.id} member={member} onClose={close} />
  ) : null;
  return (
    <Page>
      <PageHead
        title={t("team.title")}
        actions={
          operator.can("team.edit") ? (
            <Button
              variant={opened === null ? "filled" : "default"}
              onClick={() => setInviting(true)}
            >
              {t("team.invite")}
            </Button>
          ) : null
        }
      />
      <TeamTabs />
      {opened ? <DetailColumns main={list} aside={opened} panelOpen /> : list}
    </Page>
  );
}

export function MemberStatus({ status }: Pick<Member, "status">) {
  if (status === "active") {
    return <Status shape="full" tone="good" text={t("team.statusActive")} />;
  }
  if (status === "invited") {
    return <Status shape="ring" tone="wait" text={t("team.statusInvited")} pill />;
  }
  return <Status shape="stopped" tone="quiet" text={t("team.statusDisabled")} />;
}

function MemberRow({ member, onManage }: { member: Member; onManage: () => void }) {
  const operator = useOperator();
  const { id, name, email, role, status } = member;
  const isMe = id === operator.id;
  return (
    <div className={styles.row}>
      <Initials name={name} tone={isMe ? "accent" : "info"} />
      <div>
        <p className={styles.name}>
          {name}
          {isMe ? <span className="quiet">{t("team.you")}</span> : null}
        </p>
        <p className={styles.detail}>
          {email} {"·"} {role}
        </p>
      </div>
      <div className={styles.status}>
        <MemberStatus status={status} />
        <p className={styles.detail}>
          <LastSignIn member={member} />
        </p>
      </div>
      {operator.can("team.edit") && !isMe ? (
        <Button onClick={onManage} aria-label={t("team.manageOf", { name })}>
          {t("team.manage")}
        </Button>
      ) : (
        <span />
      )}
    </div>
  );
}

function LastSignIn({ member }: { member: Member }) {
  const { status, linkExpiresAt, lastSignedInAt } = member;
  if (status === "invited") {
    const isOpen = linkExpiresAt !== null && !isPast(linkExpiresAt);
    if (!isOpen) return t("team.linkExpired");
    return (
      <>
        {t("team.linkUntil")} <When at={linkExpiresAt} />
      </>
    );
  }
  if (lastSignedInAt === null) return t("team.neverSignedIn");
  return (
    <>
      {t("team.lastSignIn")} <When at={lastSignedInAt} />
    </>
  );
}
