import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Card } from "../../ui/Card";
import styles from "../../ui/Card.module.css";
import type { InvitationState } from "./InvitationPage";

/** Creates the owner of a shop that nobody can sign in to. The token is in the fragment. */
export default function FirstOwnerPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: "", email: "" } });
  const create = useMutation({
    mutationFn: (typed: { name: string; email: string }) =>
      unwrap(api.POST("/api/admin/v1/first-owner", { body: { token, ...typed } })),
    onSuccess: async (link) => {
      const state: InvitationState = { next: "/setup-guide" };
      await navigate({ pathname: "/invitation", hash: link.token }, { replace: true, state });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    form.onSubmit((values) => create.mutate(values))(event);
  return (
    <Card title={t("firstOwner.title")} text={t("firstOwner.text")} wide>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          label={t("firstOwner.name")}
          autoComplete="name"
          required
          withAsterisk={false}
          {...form.getInputProps("name")}
        />
        <TextInput
          label={t("firstOwner.email")}
          description={t("firstOwner.emailHelp")}
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          {...form.getInputProps("email")}
        />
        {formError(create.error) === null ? null : <ErrorNote error={create.error} />}
        <Button type="submit" variant="filled" h={40} loading={create.isPending}>
          {t("firstOwner.continue")}
        </Button>
      </form>
    </Card>
  );
}
