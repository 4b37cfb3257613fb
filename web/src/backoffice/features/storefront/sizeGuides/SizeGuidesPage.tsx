import { Button, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { Empty } from "../../../ui/Empty";
import { ErrorPanel } from "../../../ui/ErrorPanel";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { SkeletonRows } from "../../../ui/Skeletons";
import { type ListedSizeGuide, sizeGuidesQuery } from "./queries";

/** All size guides, with the categories that have them. */
export default function SizeGuidesPage() {
  const query = useQuery(sizeGuidesQuery);
  const canEdit = useOperator().can("products.edit");
  const add = canEdit ? (
    <Button component={Link} to="/storefront/size-guides/new" variant="filled">
      {t("sizeGuides.add")}
    </Button>
  ) : null;
  return (
    <Page>
      <PageHead title={t("area.sizeGuides")} facts={t("sizeGuides.intro")} actions={add} />
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonRows rows={3} />
      ) : query.data.items.length === 0 ? (
        <Empty text={t("sizeGuides.empty")} />
      ) : (
        <Panel flush>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("sizeGuides.title")}</Table.Th>
                <Table.Th ta="right">{t("sizeGuides.sizes")}</Table.Th>
                <Table.Th>{t("sizeGuides.categories")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {query.data.items.map((guide) => (
                <Row key={guide.id} guide={guide} />
              ))}
            </Table.Tbody>
          </Table>
        </Panel>
      )}
    </Page>
  );
}

function Row({ guide }: { guide: ListedSizeGuide }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Link className="link strong" to={`/storefront/size-guides/${guide.id}`}>
          {guide.title}
        </Link>
      </Table.Td>
      <Table.Td ta="right">{guide.sizes}</Table.Td>
      <Table.Td>{guide.categories.join(", ")}</Table.Td>
    </Table.Tr>
  );
}
