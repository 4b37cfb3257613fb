import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type HomeLayout = Schemas["HomeLayout"];
export type Section = NonNullable<HomeLayout["sections"]>[number];
export type SectionKind = Section["kind"];
export type SectionOf<Kind extends SectionKind> = Extract<Section, { kind: Kind }>;
export type Slide = Schemas["Slide"];
export type Menus = Schemas["Menus"];
export type HeaderLink = Schemas["HeaderLink"];
export type MenuLink = Schemas["MenuLink"];
export type FooterColumn = Schemas["FooterColumn"];
export type Announcement = Schemas["Announcement"];
export type Target = Schemas["LinkTarget"];
export type TargetKind = Target["kind"];
export type RecordKind = Exclude<TargetKind, "search" | "address">;
export type FoundTarget = Schemas["LayoutTarget"];
export type HomePageDetails = Schemas["HomePageDetails"];
export type MenusDetails = Schemas["MenusDetails"];
export type AnnouncementDetails = Schemas["AnnouncementDetails"];
export type VersionDetails = Schemas["LayoutVersionDetails"];
export type LayoutName = VersionDetails["layout"];
/** What a preview shows that is not stored. */
export interface Draft {
  home?: HomeLayout;
  menus?: Menus;
  announcement?: Announcement;
}

export const homePageQuery = queryOptions({
  queryKey: ["layouts", "home"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/layouts/home")),
});

export const menusQuery = queryOptions({
  queryKey: ["layouts", "menus"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/layouts/menus")),
});

export const announcementQuery = queryOptions({
  queryKey: ["layouts", "announcement"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/layouts/announcement")),
});

export const targetsQuery = (kind: RecordKind, q: string) =>
  queryOptions({
    queryKey: ["layouts", "targets", kind, q],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/layouts/targets", { params: { query: { kind, q } } })),
    placeholderData: keepPreviousData,
  });

export const versionsQuery = (layout: LayoutName) =>
  queryOptions({
    queryKey: ["layouts", "versions", layout],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/layouts/{layout}/versions", { params: { path: { layout } } })),
  });

export const readVersion = (layout: LayoutName, versionId: number) =>
  unwrap(
    api.GET("/api/admin/v1/layouts/{layout}/versions/{versionId}", {
      params: { path: { layout, versionId } },
    }),
  );

/** The home page and the frame around it as they would be with a draft. */
export const previewQuery = ({ home, menus, announcement }: Draft) =>
  queryOptions({
    queryKey: ["layouts", "preview", home, menus, announcement],
    queryFn: async () => {
      const [page, frame] = await Promise.all([
        home ? unwrap(api.POST("/api/admin/v1/layouts/home/preview", { body: home })) : undefined,
        menus || announcement
          ? unwrap(
              api.POST("/api/admin/v1/layouts/frame/preview", {
                body: { ...(menus ? { menus } : {}), ...(announcement ? { announcement } : {}) },
              }),
            )
          : undefined,
      ]);
      return { home: page, frame };
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
