import { Button, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote } from "../../ui/ErrorPanel";
import { toast } from "../../ui/toasts";
import { canGive, membersQuery, rolesQuery } from "./queries";
import styles from "./Team.module.css";

/** The roles that the operator may give. */
export function useRoleChoices(): { value: string; label: string }[] {
  const operator = useOperator();
  const { data: roles = [] } = useQuery(rolesQuery);
  return roles
    .filter((role) => canGive(operator, role))
    .map(({ name }) => ({ value: name, label: name }));
}

export function InvitePanel({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const choices = useRoleChoices();
  const form = useForm({ initialValues: { email: "", name: "", role: "" } });
  const mutation = useMutation({
    mutationFn: (body: { email: string; name: string; role: string }) =>
      unwrap(api.POST("/api/admin/v1/team", { body })),
    onSuccess: async ({ email }) => {
      toast(t("team.invited", { email }));
      onClose();
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <ActionPanel
      title={t("team.inviteTitle")}
      opened
      onClose={onClose}
      footer={
        <>
          <Button variant="filled" type="submit" form="invite" loading={mutation.isPending}>
            {t("team.inviteSend")}
          </Button>
          <p>{t("team.inviteNote")}</p>
        </>
      }
    >
      <form
        id="invite"
        className={styles.form}
        onSubmit={form.onSubmit((values) => mutation.mutate(values))}
      >
        <TextInput
          label={t("team.email")}
          type="email"
          required
          withAsterisk={false}
          {...form.getInputProps("email")}
        />
        <TextInput
          label={t("team.name")}
          required
          withAsterisk={false}
          maxLength={80}
          {...form.getInputProps("name")}
        />
        <Select
          label={t("team.role")}
          description={t("team.roleHelp")}
          data={choices}
          required
          withAsterisk={false}
          {...form.getInputProps("role")}
        />
      </form>
      {formError(mutation.error) === null ? null : <ErrorNote error={mutation.error} isWrite />}
    </ActionPanel>
  );
}
