import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { Empty } from "../../../ui/Empty";
import { ErrorPanel } from "../../../ui/ErrorPanel";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { Panel, Stack } from "../../../ui/Panel";
import { SkeletonRows } from "../../../ui/Skeletons";
import { MissedSearches } from "./MissedSearches";
import { type Edited, type EditedRedirect, type SearchWords, searchWordsQuery } from "./queries";
import { RedirectDialog } from "./RedirectDialog";
import { RedirectList } from "./RedirectList";
import { StarterSynonyms } from "./StarterSynonyms";
import { SynonymDialog } from "./SynonymDialog";
import { SuggestedQueries } from "./SuggestedQueries";
import { SynonymList } from "./SynonymList";

/** Searches without result, and the synonyms and redirects that mend them. */
export default function SearchWordsPage() {
  const query = useQuery(searchWordsQuery);
  const canEdit = useOperator().can("products.edit");
  const [edited, setEdited] = useState<Edited | null>(null);
  const [redirect, setRedirect] = useState<EditedRedirect | null>(null);
  const add = (
    <Group gap="xs">
      <Button onClick={() => setRedirect({ phrase: "" })}>{t("searchWords.addRedirect")}</Button>
      <Button variant="filled" onClick={() => setEdited({ phrase: "" })}>
        {t("searchWords.add")}
      </Button>
    </Group>
  );
  return (
    <Page>
      <PageHead
        title={t("area.searchWords")}
        facts={t("searchWords.intro")}
        actions={canEdit ? add : null}
      />
      {query.data ? (
        <Words
          words={query.data}
          canEdit={canEdit}
          onEdit={setEdited}
          onEditRedirect={setRedirect}
        />
      ) : query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
      {edited ? (
        <SynonymDialog
          key={"id" in edited ? edited.etag : "new"}
          edited={edited}
          onClose={() => setEdited(null)}
          onChanged={setEdited}
        />
      ) : null}
      {redirect ? (
        <RedirectDialog
          key={"id" in redirect ? redirect.etag : "new"}
          edited={redirect}
          onClose={() => setRedirect(null)}
          onChanged={setRedirect}
        />
      ) : null}
    </Page>
  );
}

interface WordsProps {
  words: SearchWords;
  canEdit: boolean;
  onEdit: (edited: Edited) => void;
  onEditRedirect: (edited: EditedRedirect) => void;
}

function Words({ words, canEdit, onEdit, onEditRedirect }: WordsProps) {
  return (
    <Stack>
      <Panel flush title={t("searchWords.missed")}>
        <MissedSearches
          days={words.days}
          missed={words.missed}
          onAdd={canEdit ? (phrase) => onEdit({ phrase }) : undefined}
          onRedirect={canEdit ? (phrase) => onEditRedirect({ phrase }) : undefined}
        />
      </Panel>
      {words.synonyms.length === 0 ? (
        <Empty text={t("searchWords.noSynonyms")} />
      ) : (
        <Panel flush title={t("searchWords.synonyms")}>
          <SynonymList synonyms={words.synonyms} onEdit={canEdit ? onEdit : undefined} />
        </Panel>
      )}
      <StarterSynonyms canEdit={canEdit} />
      {words.redirects.length === 0 ? (
        <Empty text={t("searchWords.noRedirects")} />
      ) : (
        <Panel flush title={t("searchWords.redirects")}>
          <RedirectList redirects={words.redirects} onEdit={canEdit ? onEditRedirect : undefined} />
        </Panel>
      )}
      <SuggestedQueries canEdit={canEdit} />
    </Stack>
  );
}
