import { Button, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { When } from "../../ui/When";
import { type PageRow, pagesQuery } from "./queries";
import { StateStatus } from "./StateStatus";

/** The pages that every shop has, then the shop's own. */
export default function PagesPage() {
  const query = useQuery(pagesQuery);
  const canEdit = useOperator().can("content.edit");
  const add = canEdit ? (
    <Button component={Link} to="/content/pages/new" variant="filled">
      {t("content.newPage")}
    </Button>
  ) : null;
  return (
    <Page>
      <PageHead title={t("content.pages")} facts={t("content.pagesIntro")} actions={add} />
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonRows rows={4} />
      ) : (
        <Panel flush>
          <Table.ScrollContainer minWidth={0}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("content.title")}</Table.Th>
                  <Table.Th>{t("content.state")}</Table.Th>
                  <Table.Th visibleFrom="sm">{t("content.slug")}</Table.Th>
                  <Table.Th visibleFrom="sm">{t("content.updated")}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {query.data.items.map((page) => (
                  <Row key={page.slug} page={page} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Panel>
      )}
    </Page>
  );
}

function Row({ page }: { page: PageRow }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Link className="link strong" to={`/content/pages/${page.slug}`}>
          {page.title}
        </Link>
      </Table.Td>
      <Table.Td>
        <StateStatus state={page.state} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{page.path}</Table.Td>
      <Table.Td visibleFrom="sm">
        {page.updatedAt === null ? "" : <When at={page.updatedAt} />}
      </Table.Td>
    </Table.Tr>
  );
}
