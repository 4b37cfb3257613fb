import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type SliderList = Schemas["SliderList"];
export type ListedSlider = Schemas["ListedSlider"];
export type SliderDetails = Schemas["SliderDetails"];
export type SliderInput = Schemas["SliderInput"];
export type SectionList = Schemas["FeatureSectionList"];
export type ListedSection = Schemas["ListedFeatureSection"];
export type SectionDetails = Schemas["FeatureSectionDetails"];
export type SectionInput = Schemas["FeatureSectionInput"];
export type SectionKind = SectionDetails["kind"];
export type HomePlace = SliderDetails["home"];

export const slidersQuery = queryOptions({
  queryKey: ["sliders", "list"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/sliders")),
});

export const sliderQuery = (sliderId: number) =>
  queryOptions({
    queryKey: ["sliders", sliderId],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/sliders/{sliderId}", { params: { path: { sliderId } } })),
  });

export const sectionsQuery = queryOptions({
  queryKey: ["feature-sections", "list"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/feature-sections")),
});

export const sectionQuery = (sectionId: number) =>
  queryOptions({
    queryKey: ["feature-sections", sectionId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/feature-sections/{sectionId}", { params: { path: { sectionId } } }),
      ),
  });

export const layoutProductsQuery = (q: string) =>
  queryOptions({
    queryKey: ["layouts", "products", q],
    queryFn: () => unwrap(api.GET("/api/admin/v1/layouts/products", { params: { query: { q } } })),
    placeholderData: keepPreviousData,
  });

const preview = { placeholderData: keepPreviousData, retry: false, gcTime: 0 } as const;

/** A home page with this slider alone. A banner looks the same, and needs nothing that is stored. */
export const sliderPreviewQuery = ({ title, subtitle, callToAction, ...pictures }: SliderInput) =>
  queryOptions({
    ...preview,
    queryKey: ["sliders", "preview", title, subtitle, callToAction, pictures],
    enabled: title.trim() !== "",
    queryFn: () => {
      const { image = null, phoneImage = null } = pictures;
      const link = { kind: "search" as const, text: "" };
      const texts = { title, subtitle: subtitle ?? "", callToAction: callToAction ?? "" };
      const slides = [{ ...texts, image, phoneImage, link }];
      const sections = [{ id: "slider", kind: "banner" as const, slides }];
      return unwrap(api.POST("/api/admin/v1/layouts/home/preview", { body: { sections } }));
    },
  });

/** A home page with this feature section alone. */
export const sectionPreviewQuery = (input: SectionInput) =>
  queryOptions({
    ...preview,
    queryKey: ["feature-sections", "preview", input],
    enabled: [input, ...(input.tiles ?? [])].every(({ title }) => title.trim() !== ""),
    queryFn: () => unwrap(api.POST("/api/admin/v1/feature-sections/preview", { body: input })),
  });
