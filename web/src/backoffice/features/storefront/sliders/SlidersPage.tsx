import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { ErrorPanel } from "../../../ui/ErrorPanel";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { Stack } from "../../../ui/Panel";
import { pictureUrl } from "../../../ui/pictures/pictureUrl";
import { SkeletonRows } from "../../../ui/Skeletons";
import { Status } from "../../../ui/Status";
import { stateOf } from "../layout/home/sections";
import { SECTION_KINDS } from "./drafts";
import { HomeNote } from "./HomeNote";
import { OrderedPanel } from "./OrderedPanel";
import {
  type ListedSection,
  type ListedSlider,
  type SectionList,
  type SliderList,
  sectionsQuery,
  slidersQuery,
} from "./queries";
import styles from "./sliders.module.css";

const THUMBNAIL = 160;

/** Sliders and feature sections, each in their order. */
export default function SlidersPage() {
  const sliders = useQuery(slidersQuery);
  const sections = useQuery(sectionsQuery);
  const failed = sliders.error ? sliders : sections;
  return (
    <Page>
      <PageHead title={t("sliders.title")} facts={t("sliders.intro")} />
      {sliders.data && sections.data ? (
        <Stack>
          <Sliders list={sliders.data} />
          <Sections list={sections.data} />
        </Stack>
      ) : failed.error ? (
        <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Page>
  );
}

function Sliders({ list }: { list: SliderList }) {
  const client = useQueryClient();
  return (
    <OrderedPanel<ListedSlider, SliderList>
      title={t("sliders.sliders")}
      path="/storefront/sliders"
      add={t("sliders.addSlider")}
      empty={t("sliders.noSliders")}
      list={list}
      put={(ids, etag) =>
        unwrap(
          api.PUT("/api/admin/v1/sliders/order", {
            params: { header: { "If-Match": etag } },
            body: { ids },
          }),
        )
      }
      show={(shown) => client.setQueryData(slidersQuery.queryKey, shown)}
      reload={() => void client.invalidateQueries({ queryKey: slidersQuery.queryKey })}
      note={<HomeNote home={list.home} of="sliders" />}
    >
      {(slider) => <SliderRow slider={slider} />}
    </OrderedPanel>
  );
}

function SliderRow({ slider }: { slider: ListedSlider }) {
  const { id, title, subtitle, image, products } = slider;
  const state = stateOf(slider);
  return (
    <div className={styles.row}>
      {image ? (
        <img src={pictureUrl(image.path, THUMBNAIL)} alt="" width={64} height={40} loading="lazy" />
      ) : (
        <span className={styles.noPicture} />
      )}
      <span className={styles.name}>
        <Link to={`/storefront/sliders/${id}`}>{title}</Link>
        <span className="small quiet">
          {[subtitle, t("storefront.products", { count: products })].filter(Boolean).join(" · ")}
        </span>
      </span>
      {state ? <Status shape="ring" tone="quiet" text={t(state)} /> : null}
    </div>
  );
}

function Sections({ list }: { list: SectionList }) {
  const client = useQueryClient();
  return (
    <OrderedPanel<ListedSection, SectionList>
      title={t("sliders.sections")}
      path="/storefront/sliders/sections"
      add={t("sliders.addSection")}
      empty={t("sliders.noSections")}
      list={list}
      put={(ids, etag) =>
        unwrap(
          api.PUT("/api/admin/v1/feature-sections/order", {
            params: { header: { "If-Match": etag } },
            body: { ids },
          }),
        )
      }
      show={(shown) => client.setQueryData(sectionsQuery.queryKey, shown)}
      reload={() => void client.invalidateQueries({ queryKey: sectionsQuery.queryKey })}
      note={<HomeNote home={list.items[0]?.home ?? "automatic"} of="sections" />}
    >
      {(section) => <SectionRow section={section} />}
    </OrderedPanel>
  );
}

function SectionRow({ section: { id, title, kind, tiles, home } }: { section: ListedSection }) {
  return (
    <div className={styles.row}>
      <span className={styles.name}>
        <Link to={`/storefront/sliders/sections/${id}`}>{title}</Link>
        <span className="small quiet">
          {[t(SECTION_KINDS[kind]), t("sliders.tileCount", { count: tiles })].join(" · ")}
        </span>
      </span>
      {home === "absent" ? (
        <Status shape="ring" tone="quiet" text={t("sliders.notOnHome")} />
      ) : null}
    </div>
  );
}
