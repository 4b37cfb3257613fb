import { Breadcrumbs } from "./Breadcrumbs";

export const TwoLevels = () => (
  <Breadcrumbs crumbs={[{ title: "Kitchen", link: "/c/collections/kitchen" }, { title: "Mugs" }]} />
);
