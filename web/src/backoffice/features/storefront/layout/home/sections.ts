import { type PlainKey, t } from "../../../../messages/t";
import { isPast } from "../../../../ui/time";
import type { HomePageDetails, Section, SectionKind } from "../queries";
import { type Names, titleOf } from "../TargetField";

export const KIND_NAMES: Readonly<Record<SectionKind, PlainKey>> = {
  banner: "layout.banner",
  products: "layout.products",
  tiles: "layout.tiles",
  text: "layout.text",
  journal: "layout.journal",
  sales: "layout.sales",
  sliders: "layout.sliders",
  feature: "layout.feature",
};

/** A random id that the server accepts. */
export const newId = () => crypto.getRandomValues(new Uint32Array(2)).join("-");

export const newSlide = () => ({
  title: t("layout.newSlide"),
  subtitle: "",
  callToAction: "",
  image: null,
  phoneImage: null,
  link: { kind: "search" as const, text: "" },
});

/** A section that can be saved as it is. */
export function newSection(kind: SectionKind, { features }: HomePageDetails): Section {
  const shared = { id: newId(), hidden: false, startsAt: null, endsAt: null };
  switch (kind) {
    case "banner":
      return { ...shared, kind, slides: [newSlide()] };
    case "products":
      return { ...shared, kind, title: "", source: "newest", productsOf: null, display: "row" };
    case "tiles":
      return { ...shared, kind, title: "", items: [] };
    case "text":
      return { ...shared, kind, title: "", html: "", align: "start" };
    case "journal":
      return { ...shared, kind, title: "", count: 3 };
    case "feature":
      return { ...shared, kind, sectionId: features[0]?.id ?? 1 };
    default:
      return { ...shared, kind };
  }
}

const SOURCES = {
  newest: "layout.newest",
  popular: "layout.popular",
  reduced: "layout.reduced",
} as const;

/** What tells a section from others of its kind. */
export function subtitleOf(section: Section, details: HomePageDetails, names: Names): string {
  switch (section.kind) {
    case "banner":
      return section.slides.map(({ title }) => title).join(" · ");
    case "products":
      if (section.title) return section.title;
      if (section.source) return t(SOURCES[section.source]);
      return section.productsOf ? titleOf(section.productsOf, names) : "";
    case "tiles":
      return section.title || t(section.items?.length ? "layout.chosen" : "layout.mainCategories");
    case "text":
      return section.title ?? "";
    case "journal":
      return section.title ?? "";
    case "feature":
      return (
        details.features.find(({ id }) => id === section.sectionId)?.title ?? t("layout.deleted")
      );
    default:
      return "";
  }
}

type Shown = Pick<Section, "hidden" | "startsAt" | "endsAt">;

/** Why shoppers do not see a section or slider now; null if they do. */
export function stateOf({ hidden, startsAt, endsAt }: Shown): PlainKey | null {
  if (hidden) return "layout.hidden";
  if (endsAt && isPast(endsAt)) return "layout.ended";
  return startsAt && !isPast(startsAt) ? "layout.scheduled" : null;
}
