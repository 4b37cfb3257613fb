import { Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel, Stack } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { Status } from "../../ui/Status";
import { type EmailRow, emailsQuery } from "./queries";

/** Every email that the shop sends. */
export default function EmailsPage() {
  const query = useQuery(emailsQuery);
  const emails = query.data?.items ?? [];
  return (
    <Page>
      <PageHead title={t("content.emails")} facts={t("content.emailsIntro")} />
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonRows />
      ) : (
        <Stack>
          <EmailTable
            title={t("content.toShoppers")}
            emails={emails.filter(({ audience }) => audience === "shoppers")}
          />
          <EmailTable
            title={t("content.toOperators")}
            emails={emails.filter(({ audience }) => audience === "operators")}
          />
        </Stack>
      )}
    </Page>
  );
}

function EmailTable({ title, emails }: { title: string; emails: readonly EmailRow[] }) {
  return (
    <Panel title={title} flush>
      <Table.ScrollContainer minWidth={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("content.emailName")}</Table.Th>
              <Table.Th>{t("content.emailTexts")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {emails.map((email) => (
              <Table.Tr key={email.name}>
                <Table.Td>
                  <Link className="link strong" to={`/content/emails/${email.name}`}>
                    {email.title}
                  </Link>
                  <div className="small quiet">{email.when}</div>
                </Table.Td>
                <Table.Td>
                  <TextsStatus email={email} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

/** Whether an email has the shop's own texts. */
export function TextsStatus({ email, pill = false }: { email: EmailRow; pill?: boolean }) {
  if (!email.editable) {
    return <Status shape="stopped" tone="quiet" text={t("content.fixed")} pill={pill} />;
  }
  return email.changed ? (
    <Status shape="full" tone="info" text={t("content.own")} pill={pill} />
  ) : (
    <Status shape="ring" tone="quiet" text={t("content.default")} pill={pill} />
  );
}
