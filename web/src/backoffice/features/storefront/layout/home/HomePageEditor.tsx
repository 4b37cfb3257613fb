import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../../../api/client";
import { t } from "../../../../messages/t";
import { useOperator } from "../../../../session/session";
import { ErrorPanel } from "../../../../ui/ErrorPanel";
import { Page } from "../../../../ui/Page";
import { PageHead } from "../../../../ui/PageHead";
import { Panel } from "../../../../ui/Panel";
import { SkeletonPage } from "../../../../ui/Skeletons";
import { EditorFrame } from "../EditorFrame";
import { HistoryMenu } from "../HistoryMenu";
import styles from "../layout.module.css";
import { type HomeLayout, type HomePageDetails, homePageQuery, type Section } from "../queries";
import { useLayout } from "../useLayout";
import { SectionList, type SectionListProps } from "./SectionList";
import { SectionPanel } from "./SectionPanel";
import { KIND_NAMES, subtitleOf } from "./sections";

/** The home page: its sections, and how it looks with them. */
export default function HomePageEditor() {
  const query = useQuery(homePageQuery);
  if (query.data) return <Loaded details={query.data} />;
  return (
    <Page>
      <PageHead title={t("layout.homePage")} />
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </Page>
  );
}

const put = (body: HomeLayout, etag: string) =>
  unwrap(api.PUT("/api/admin/v1/layouts/home", { params: { header: { "If-Match": etag } }, body }));

function Loaded({ details }: { details: HomePageDetails }) {
  const canEdit = useOperator().can("content.edit");
  const stored = { targets: details.targets, learn: () => undefined };
  const editing = useLayout({
    name: "home",
    details,
    put,
    pick: ({ home }) => home,
    label: () => t("layout.sections"),
    text: ({ sections }) =>
      sections
        ?.map((one) => [t(KIND_NAMES[one.kind]), subtitleOf(one, details, stored)].join(" "))
        .join(", ") ?? t("layout.automatic"),
  });
  const { draft, setDraft } = editing;
  const [openId, setOpenId] = useState<string | null>(null);
  const { sections } = draft;
  return (
    <EditorFrame
      layout="home"
      title={t("layout.homePage")}
      facts={sections ? t("layout.homeIntro") : t("layout.automaticIntro")}
      editing={editing}
      draft={{ home: draft }}
      section={openId}
      actions={
        canEdit ? (
          <HistoryMenu
            layout="home"
            resetLabel={t("layout.resetHome")}
            onRestore={(versionId) => editing.restore.mutate(versionId)}
            onReset={sections ? () => setDraft({ sections: null }) : null}
          />
        ) : null
      }
    >
      <Body
        sections={sections}
        openId={openId}
        details={details}
        names={{ targets: editing.targets, learn: editing.learn }}
        disabled={!canEdit}
        onOpen={setOpenId}
        onChange={(change) => setDraft((before) => ({ sections: change(before.sections ?? []) }))}
      />
    </EditorFrame>
  );
}

interface BodyProps extends Omit<SectionListProps, "sections" | "onOpen"> {
  sections: readonly Section[] | null;
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** The open section, or all of them. */
function Body({ sections, openId, onOpen, onChange, ...rest }: BodyProps) {
  const { details, disabled } = rest;
  if (!sections) {
    const compose = () => onChange(() => details.automatic.sections ?? []);
    return <Automatic disabled={disabled} onCompose={compose} />;
  }
  const open = sections.find(({ id }) => id === openId);
  if (!open)
    return <SectionList sections={sections} onOpen={onOpen} onChange={onChange} {...rest} />;
  return (
    <SectionPanel
      key={open.id}
      section={open}
      onBack={() => onOpen(null)}
      onChange={(changed) =>
        onChange((before) => before.map((one) => (one.id === openId ? changed : one)))
      }
      {...rest}
    />
  );
}

function Automatic({ disabled, onCompose }: { disabled: boolean; onCompose: () => void }) {
  return (
    <Panel title={t("layout.automatic")}>
      <div className={styles.form}>
        <p>
          {t("layout.automaticHelp")}{" "}
          <Link className="link" to="/storefront/sliders">
            {t("sliders.openSliders")}
          </Link>
        </p>
        {disabled ? null : (
          <Button variant="filled" onClick={onCompose}>
            {t("layout.compose")}
          </Button>
        )}
      </div>
    </Panel>
  );
}
