import type { PlainKey } from "../../../messages/t";
import type { FieldPicture } from "../../../ui/pictures/PictureField";
import type { CollectionProduct } from "../collections/queries";
import type {
  SectionDetails,
  SectionInput,
  SectionKind,
  SliderDetails,
  SliderInput,
} from "./queries";

export const SECTION_KINDS: Readonly<Record<SectionKind, PlainKey>> = {
  "product-tiles": "sliders.kindProductTiles",
  carousel: "sliders.kindCarousel",
  "category-tiles": "sliders.kindCategoryTiles",
  "wide-image": "sliders.kindWideImage",
  buttons: "sliders.kindButtons",
};

/** A slider while it is edited. */
export interface SliderDraft {
  title: string;
  subtitle: string;
  callToAction: string;
  slug: string;
  image: FieldPicture | null;
  phoneImage: FieldPicture | null;
  startsAt: string | null;
  endsAt: string | null;
  products: CollectionProduct[];
}

export const EMPTY_SLIDER: SliderDraft = {
  title: "",
  subtitle: "",
  callToAction: "",
  slug: "",
  image: null,
  phoneImage: null,
  startsAt: null,
  endsAt: null,
  products: [],
};

export function sliderDraftOf(details: SliderDetails): SliderDraft {
  const { title, subtitle, callToAction, slug, startsAt, endsAt, products } = details;
  return {
    ...{ title, subtitle, callToAction, slug },
    image: details.image as FieldPicture | null,
    phoneImage: details.phoneImage as FieldPicture | null,
    ...{ startsAt, endsAt, products },
  };
}

export function sliderInputOf({ slug, products, ...draft }: SliderDraft): SliderInput {
  return {
    ...draft,
    ...(slug === "" ? {} : { slug }),
    productIds: products.map(({ id }) => id),
  };
}

/** A tile while it is edited. */
export interface TileDraft {
  /** Names the row; not sent. */
  key: string;
  /** Null: it is new. */
  id: number | null;
  title: string;
  slug: string;
  text: string;
  image: FieldPicture | null;
  phoneImage: FieldPicture | null;
  products: CollectionProduct[];
}

/** A feature section while it is edited. */
export interface SectionDraft {
  title: string;
  subtitle: string;
  slug: string;
  kind: SectionKind;
  tiles: TileDraft[];
}

export const newTile = (): TileDraft => ({
  key: crypto.getRandomValues(new Uint32Array(2)).join("-"),
  id: null,
  title: "",
  slug: "",
  text: "",
  image: null,
  phoneImage: null,
  products: [],
});

export const newSection = (): SectionDraft => ({
  title: "",
  subtitle: "",
  slug: "",
  kind: "product-tiles",
  tiles: [newTile()],
});

export function sectionDraftOf(details: SectionDetails): SectionDraft {
  const { title, subtitle, slug, kind, tiles } = details;
  return {
    ...{ title, subtitle, slug, kind },
    tiles: tiles.map((tile) => ({
      key: String(tile.id),
      id: tile.id,
      title: tile.title,
      slug: tile.slug,
      text: tile.text,
      image: tile.image as FieldPicture | null,
      phoneImage: tile.phoneImage as FieldPicture | null,
      products: tile.products,
    })),
  };
}

export function sectionInputOf({ slug, tiles, ...draft }: SectionDraft): SectionInput {
  return {
    ...draft,
    ...(slug === "" ? {} : { slug }),
    tiles: tiles.map(({ id, title, text, image, phoneImage, ...tile }) => ({
      ...{ id, title, text, image, phoneImage },
      ...(tile.slug === "" ? {} : { slug: tile.slug }),
      productIds: tile.products.map((product) => product.id),
    })),
  };
}

export const isSectionComplete = ({ title, tiles }: SectionDraft): boolean =>
  title.trim() !== "" && tiles.every((tile) => tile.title.trim() !== "");
