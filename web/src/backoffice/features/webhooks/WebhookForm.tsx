import { Button, Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { topicsQuery } from "./queries";

const ALL = "*";

export interface WebhookFields {
  url: string;
  description: string;
  topics: string[];
}

interface Props {
  initial: WebhookFields;
  button: string;
  pending: boolean;
  error: unknown;
  onSubmit: (fields: WebhookFields) => void;
}

/** URL, name and topics of a webhook. */
export function WebhookForm({ initial, button, pending, error, onSubmit }: Props) {
  const [url, setUrl] = useState(initial.url);
  const [description, setDescription] = useState(initial.description);
  const [all, setAll] = useState(initial.topics.includes(ALL));
  const [topics, setTopics] = useState(initial.topics.filter((topic) => topic !== ALL));
  const isOnline = useOnline();
  const errors = fieldErrors(error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit({ url: url.trim(), description: description.trim(), topics: all ? [ALL] : topics });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t("webhooks.url")}
          description={t("webhooks.urlHelp")}
          type="url"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={errors["url"]}
          placeholder={t("webhooks.urlStart")}
        />
        <TextInput
          label={t("webhooks.description")}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={errors["description"]}
        />
        <Topics
          all={all}
          topics={topics}
          onAll={setAll}
          onTopics={setTopics}
          error={errors["topics"]}
        />
        <ErrorNote error={Object.keys(errors).length > 0 ? null : error} isWrite />
        <Button type="submit" variant="filled" loading={pending} disabled={!isOnline}>
          {button}
        </Button>
      </Stack>
    </form>
  );
}

interface TopicProps {
  all: boolean;
  topics: string[];
  onAll: (all: boolean) => void;
  onTopics: (topics: string[]) => void;
  error: string | undefined;
}

function Topics({ all, topics, onAll, onTopics, error }: TopicProps) {
  const known = useQuery(topicsQuery);
  return (
    <>
      <Radio.Group
        label={t("webhooks.topics")}
        value={all ? "all" : "some"}
        onChange={(value) => onAll(value === "all")}
        error={error}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t("webhooks.allTopics")} />
          <Radio value="some" label={t("webhooks.someTopics")} />
        </Stack>
      </Radio.Group>
      {all ? null : (
        <Checkbox.Group aria-label={t("webhooks.topics")} value={topics} onChange={onTopics}>
          <Stack gap="xs">
            {known.data?.items.map(({ name, description }) => (
              <Checkbox key={name} value={name} label={name} description={description} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <ErrorNote error={known.error} />
    </>
  );
}
