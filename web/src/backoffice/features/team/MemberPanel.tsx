import { Button, Select } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { hasCode } from "../../api/errors";
import { t } from "../../messages/t";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Facts } from "../../ui/Panel";
import { toast, undoToast } from "../../ui/toasts";
import { useRoleChoices } from "./InvitePanel";
import { type Member, membersQuery } from "./queries";
import styles from "./Team.module.css";

interface Props {
  member: Member;
  onClose: () => void;
}

/** Role, invitation, reset and disabling of a team member. */
export function MemberPanel({ member, onClose }: Props) {
  const [role, setRole] = useState(member.role);
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
  const choices = useRoleChoices();
  const change = useMutation({
    mutationFn: () =>
      unwrap(
        api.PATCH("/api/admin/v1/team/{id}", {
          params: { path: { id: member.id }, header: { "If-Match": member.etag } },
          body: { role },
        }),
      ),
    onSuccess: async (changed) => {
      toast(t("team.roleChanged", { name: changed.name, role: changed.role }));
      onClose();
      await reload();
    },
    // Somebody else changed the member: show their role and let the operator choose again.
    onError: (error) => (hasCode(error, "edit_conflict") ? reload() : undefined),
  });
  const isChanged = role !== member.role;
  return (
    <ActionPanel
      title={member.name}
      opened
      onClose={onClose}
      footer={
        isChanged ? (
          <>
            <Button variant="filled" onClick={() => change.mutate()} loading={change.isPending}>
              {t("team.saveRole", { role })}
            </Button>
            <p>{t("team.lessRights")}</p>
          </>
        ) : null
      }
    >
      <MemberFacts member={member} />
      <Select
        label={t("team.role")}
        description={t("team.roleHelp")}
        data={withCurrent(choices, member.role)}
        value={role}
        allowDeselect={false}
        onChange={(value) => setRole(value ?? member.role)}
      />
      <ErrorNote error={change.error} isWrite />
      <MemberActs member={member} onDone={reload} />
    </ActionPanel>
  );
}

function withCurrent(choices: { value: string; label: string }[], role: string) {
  const isListed = choices.some(({ value }) => value === role);
  return isListed ? choices : [...choices, { value: role, label: role }];
}

function MemberFacts({ member }: { member: Member }) {
  const { email, hasPasskey, hasPassword, tokens } = member;
  const methods = [
    ...(hasPasskey ? [t("team.methodPasskey")] : []),
    ...(hasPassword ? [t("team.methodPassword")] : []),
  ];
  return (
    <Facts
      facts={[
        { label: t("team.email"), value: email },
        { label: t("account.signin"), value: methods.join(", ") || "—" },
        { label: t("token.title"), value: t("team.tokensOf", { count: tokens }) },
      ]}
    />
  );
}

interface ActProps {
  member: Member;
  onDone: () => Promise<void>;
}

function MemberActs(props: ActProps) {
  const { member } = props;
  if (member.status === "invited") return <SendAgain {...props} />;
  return (
    <>
      {member.status === "active" ? <Reset {...props} /> : null}
      <Disable {...props} />
    </>
  );
}

function SendAgain({ member, onDone }: ActProps) {
  const { id, email } = member;
  const send = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/team/{id}/invitation", { params: { path: { id } } })),
    onSuccess: async () => {
      toast(t("team.invited", { email }));
      await onDone();
    },
  });
  return (
    <div className={styles.act}>
      <p className="small quiet">{t("team.sendAgainNote")}</p>
      <Button onClick={() => send.mutate()} loading={send.isPending}>
        {t("team.sendAgain")}
      </Button>
      <ErrorNote error={send.error} isWrite />
    </div>
  );
}

function Reset({ member, onDone }: ActProps) {
  const { id, email } = member;
  const reset = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/team/{id}/reset", { params: { path: { id } } })),
    onSuccess: async () => {
      toast(t("team.resetDone", { email }));
      await onDone();
    },
  });
  return (
    <div className={styles.act}>
      <p className="small quiet">{t("team.resetNote", { email })}</p>
      <Button color="bad" onClick={() => reset.mutate()} loading={reset.isPending}>
        {t("team.reset")}
      </Button>
      <ErrorNote error={reset.error} isWrite />
    </div>
  );
}

/** Can be taken back, so it happens at once. */
function Disable({ member, onDone }: ActProps) {
  const { id, name } = member;
  const isDisabled = member.status === "disabled";
  const call = async (act: "disable" | "enable") => {
    const params = { path: { id } };
    await unwrap(
      act === "disable"
        ? api.POST("/api/admin/v1/team/{id}/disable", { params })
        : api.POST("/api/admin/v1/team/{id}/enable", { params }),
    );
    await onDone();
  };
  const change = useMutation({
    mutationFn: () => call(isDisabled ? "enable" : "disable"),
    onSuccess: () => {
      if (isDisabled) toast(t("team.enabled", { name }));
      else {
        undoToast({
          text: t("team.disabled", { name }),
          undo: () => call("enable"),
          undone: t("team.enabled", { name }),
        });
      }
    },
  });
  return (
    <div className={styles.act}>
      <p className="small quiet">{t(isDisabled ? "team.enableNote" : "team.disableNote")}</p>
      <Button onClick={() => change.mutate()} loading={change.isPending}>
        {t(isDisabled ? "team.enable" : "team.disable")}
      </Button>
      <ErrorNote error={change.error} isWrite />
    </div>
  );
}
