import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DataTable } from "../../ui/table/DataTable";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { When } from "../../ui/When";
import { type BlogRow, type BlogState, blogCountQuery, blogsQuery } from "./queries";
import { StateStatus } from "./StateStatus";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("content.viewAll"), params: {} },
  { id: "drafts", name: t("content.viewDrafts"), params: { state: "draft" } },
  { id: "scheduled", name: t("content.viewScheduled"), params: { state: "scheduled" } },
  { id: "published", name: t("content.viewPublished"), params: { state: "published" } },
];
const STATES: readonly BlogState[] = ["draft", "scheduled", "published"];

const COLUMNS: Column<BlogRow>[] = [
  {
    id: "title",
    header: t("content.title"),
    cell: (row) => row.title,
    truncate: (row) => row.title,
    link: true,
  },
  { id: "state", header: t("content.state"), cell: (row) => <StateStatus state={row.state} /> },
  {
    id: "published",
    header: t("content.publishAt"),
    cell: (row) => (row.publishedAt ? <When at={row.publishedAt} /> : ""),
    priority: 1,
  },
  {
    id: "author",
    header: t("content.author"),
    cell: (row) => row.author,
    truncate: (row) => row.author,
    priority: 2,
  },
  {
    id: "updated",
    header: t("content.updated"),
    cell: (row) => <When at={row.updatedAt} />,
    priority: 2,
  },
];

function filterOf(params: Readonly<Record<string, string>>) {
  const state = STATES.find((one) => one === params["state"]);
  const search = params["search"];
  return { ...(state ? { state } : {}), ...(search ? { search } : {}) };
}

/** All articles, drafts too. */
export default function BlogsPage() {
  const list = useList("blogs", VIEWS);
  const filter = filterOf(list.params);
  const query = useQuery(blogsQuery(filter, list.cursor));
  const count = useQuery(blogCountQuery(filter));
  const canEdit = useOperator().can("content.edit");
  const add = (variant: "default" | "filled") =>
    canEdit ? (
      <Button component={Link} to="/content/blogs/new" variant={variant}>
        {t("content.newBlog")}
      </Button>
    ) : null;
  return (
    <Page wide>
      <PageHead title={t("content.blogs")} actions={add("filled")} />
      <DataTable
        label={t("content.blogs")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.title}
        rowHref={(row) => `/content/blogs/${row.id}`}
        phone={(row) => ({
          title: row.title,
          line: row.author || row.slug,
          time: <When at={row.updatedAt} />,
          statuses: <StateStatus state={row.state} />,
        })}
        count={count.data}
        emptyAction={add("default")}
        texts={{
          count: (values) => t("content.blogCount", values),
          search: t("content.searchBlogs"),
          empty: t("content.blogsEmpty"),
        }}
      />
    </Page>
  );
}
