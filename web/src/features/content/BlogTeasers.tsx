import { useQuery } from "@tanstack/react-query";
import { t } from "@/messages/t";
import { Section } from "@/ui/Section/Section";
import { BlogTiles } from "./BlogTiles";
import { blogsQuery } from "./queries";

const POSTS = 3;

interface Props {
  /** Empty: the usual title. */
  title?: string;
  count?: number;
}

/** The newest blog posts, for the home page. Renders nothing if there are none. */
export function BlogTeasers({ title = "", count = POSTS }: Props) {
  const { data } = useQuery(blogsQuery());
  if (!data || data.items.length === 0) return null;
  return (
    <Section
      title={title || t("home.fromTheBlog")}
      link={{ to: "/blogs", text: t("action.viewAll") }}
    >
      <BlogTiles blogs={data.items.slice(0, count)} />
    </Section>
  );
}
