import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ActionPanel } from "../../ui/ActionPanel";
import { ConflictDialog, type ConflictField, conflictOf } from "../../ui/ConflictDialog";
import { ErrorNote } from "../../ui/ErrorPanel";
import { toast } from "../../ui/toasts";
import { PermissionChoice } from "./PermissionChoice";
import { permissionsQuery, type Role, rolesQuery } from "./queries";
import styles from "./Team.module.css";

interface Props {
  role: Role;
  onClose: () => void;
  onCopy: () => void;
}

function useReloadRoles(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey });
}

/** The permissions of a role: to read for built-in ones, to change for the shop's own. */
export function RolePanel({ role, onClose, onCopy }: Props) {
  const operator = useOperator();
  const { name, isBuiltIn } = role;
  const mayEdit = operator.can("roles.edit");
  const [chosen, setChosen] = useState<readonly string[]>(role.permissions);
  const [etag, setEtag] = useState(role.etag);
  const reload = useReloadRoles();
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.PUT("/api/admin/v1/roles/{name}", {
          params: { path: { name }, header: { "If-Match": etag } },
          body: { permissions: [...chosen] },
        }),
      ),
    onSuccess: async () => {
      toast(t("roles.saved", { name }));
      onClose();
      await reload();
    },
  });
  const conflict = conflictOf(save.error);
  const footer = isBuiltIn ? (
    mayEdit ? (
      <Button onClick={onCopy}>{t("roles.copy")}</Button>
    ) : null
  ) : mayEdit ? (
    <>
      <Button variant="filled" onClick={() => save.mutate()} loading={save.isPending}>
        {t("roles.save")}
      </Button>
      <p>{t("roles.atOnce")}</p>
    </>
  ) : null;
  return (
    <ActionPanel title={name} opened onClose={onClose} footer={footer}>
      {isBuiltIn ? <p className="small quiet">{t("roles.fixed")}</p> : null}
      <PermissionChoice value={chosen} onChange={setChosen} readOnly={isBuiltIn || !mayEdit} />
      {save.error && !conflict ? <ErrorNote error={save.error} isWrite /> : null}
      {!isBuiltIn && mayEdit ? <DeleteRole role={role} onDone={onClose} /> : null}
      {conflict ? (
        <RoleConflict
          theirs={(conflict.current as Role).permissions}
          mine={chosen}
          onClose={() => save.reset()}
          onResolve={(permissions) => {
            setChosen(permissions);
            setEtag(conflict.etag);
            save.reset();
          }}
        />
      ) : null}
    </ActionPanel>
  );
}

/** Each permission that both left differently is a field to choose. */
function RoleConflict({
  theirs,
  mine,
  onClose,
  onResolve,
}: {
  theirs: readonly string[];
  mine: readonly string[];
  onClose: () => void;
  onResolve: (permissions: string[]) => void;
}) {
  const { data: permissions = [] } = useQuery(permissionsQuery);
  const state = (given: readonly string[], name: string) =>
    t(given.includes(name) ? "conflict.on" : "conflict.off");
  const fields: ConflictField[] = permissions
    .filter(({ name }) => theirs.includes(name) !== mine.includes(name))
    .map(({ name, description }) => ({
      name,
      label: description,
      theirs: state(theirs, name),
      mine: state(mine, name),
    }));
  return (
    <ConflictDialog
      opened
      fields={fields}
      onClose={onClose}
      onResolve={(keepMine) =>
        onResolve(
          permissions
            .map(({ name }) => name)
            .filter((name) => (keepMine.has(name) ? mine : theirs).includes(name)),
        )
      }
    />
  );
}

function DeleteRole({ role, onDone }: { role: Role; onDone: () => void }) {
  const { name, members } = role;
  const reload = useReloadRoles();
  const remove = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/api/admin/v1/roles/{name}", { params: { path: { name } } })),
    onSuccess: async () => {
      toast(t("roles.deleted", { name }));
      onDone();
      await reload();
    },
  });
  return (
    <div className={styles.act}>
      <p className="small quiet">{t("roles.deleteNote")}</p>
      <Button
        color="bad"
        onClick={() => remove.mutate()}
        loading={remove.isPending}
        disabled={members > 0}
        title={members > 0 ? t("roles.members", { count: members }) : undefined}
      >
        {t("roles.delete")}
      </Button>
      <ErrorNote error={remove.error} isWrite />
    </div>
  );
}

interface NewProps {
  /** To begin with, from the role that is copied. */
  permissions: readonly string[];
  onClose: () => void;
}

export function NewRolePanel({ permissions, onClose }: NewProps) {
  const operator = useOperator();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>(
    permissions.filter((one) => operator.can(one as Parameters<typeof operator.can>[0])),
  );
  const reload = useReloadRoles();
  const create = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/roles", {
          body: { name: name.trim(), permissions: [...chosen] },
        }),
      ),
    onSuccess: async (role) => {
      toast(t("roles.created", { name: role.name }));
      onClose();
      await reload();
    },
  });
  return (
    <ActionPanel
      title={t("roles.newTitle")}
      opened
      onClose={onClose}
      footer={
        <Button
          variant="filled"
          onClick={() => create.mutate()}
          loading={create.isPending}
          disabled={name.trim() === ""}
        >
          {t("roles.create")}
        </Button>
      }
    >
      <TextInput
        label={t("roles.name")}
        description={t("roles.nameHelp")}
        value={name}
        maxLength={40}
        error={fieldErrors(create.error)["name"]}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <PermissionChoice value={chosen} onChange={setChosen} />
      {formError(create.error) === null ? null : <ErrorNote error={create.error} isWrite />}
    </ActionPanel>
  );
}
