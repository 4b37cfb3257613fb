import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { useNavigate } from "react-router";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toasts";
import styles from "./content.module.css";
import { slugOf } from "./slugOf";

interface Props {
  heading: string;
  back: string;
  /** Creates a draft and returns the address of its editor. */
  create: (fields: { title: string; slug: string }) => Promise<string>;
}

/** Asks for the title of a new page or article, and leads to its editor. */
export function NewTextForm({ heading, back, create }: Props) {
  const [title, setTitle] = useState("");
  const [ownSlug, setOwnSlug] = useState<string | null>(null);
  const isOnline = useOnline();
  const navigate = useNavigate();
  const client = useQueryClient();
  const slug = ownSlug ?? slugOf(title);
  const add = useMutation({
    mutationFn: () => create({ title: title.trim(), slug }),
    onSuccess: (address) => {
      toast(t("content.created"));
      void client.invalidateQueries({ queryKey: ["content"] });
      return navigate(address, { replace: true });
    },
  });
  const errors = fieldErrors(add.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  return (
    <Page>
      <PageHead title={heading} back={back} />
      <Panel>
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextInput
            label={t("content.title")}
            value={title}
            maxLength={300}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            error={errors["title"]}
            data-autofocus
            autoFocus
          />
          <TextInput
            label={t("content.slug")}
            value={slug}
            maxLength={200}
            onChange={({ currentTarget }) => setOwnSlug(currentTarget.value)}
            error={errors["slug"]}
          />
          <ErrorNote error={Object.keys(errors).length > 0 ? null : add.error} isWrite />
          <Button
            type="submit"
            variant="filled"
            style={{ alignSelf: "flex-start" }}
            loading={add.isPending}
            disabled={!isOnline || title.trim() === ""}
          >
            {t("content.create")}
          </Button>
        </form>
      </Panel>
    </Page>
  );
}
