import { ActionIcon, Button, Menu } from "@mantine/core";
import { memo } from "react";
import { useNavigate } from "react-router";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { Icon } from "../../../ui/Icon";
import { useListNeighbours } from "../../../ui/listTrail";
import { PageHead } from "../../../ui/PageHead";
import { Presence } from "../../../ui/Presence";
import { Status } from "../../../ui/Status";
import { When } from "../../../ui/When";
import { useDuplicate } from "../useDuplicate";
import type { ProductRecord } from "./queries";
import { useEditing, useForm } from "./store";

const STATUSES = {
  active: { shape: "full", tone: "good", label: "productEditor.statusActive" },
  draft: { shape: "ring", tone: "quiet", label: "productEditor.statusDraft" },
  archived: { shape: "stopped", tone: "quiet", label: "productEditor.statusArchived" },
} as const;

interface Props {
  /** Null for a new product. */
  record: ProductRecord | null;
  onVersion: (number: number) => void;
}

/** Title, status, who else is here, the way to the shop. */
export const EditorHead = memo(function EditorHead({ record, onVersion }: Props) {
  const isDirty = useForm((form, stored) => form !== stored);
  const status = useForm((_, stored) => stored.status);
  const neighbours = useListNeighbours();
  const { shape, tone, label } = STATUSES[status];
  return (
    <PageHead
      title={record ? record.title : t("productEditor.new")}
      back="/products"
      neighbours={neighbours}
      statuses={record ? <Status shape={shape} tone={tone} text={t(label)} pill /> : null}
      facts={
        record ? (
          <>
            <Facts record={record} />
            <Presence
              kind="product"
              recordKey={String(record.id)}
              mode={isDirty ? "editing" : "viewing"}
            />
          </>
        ) : null
      }
      actions={
        record ? <Actions record={record} isDirty={isDirty} onHistory={() => onVersion(0)} /> : null
      }
    />
  );
});

function Facts({ record }: { record: ProductRecord }) {
  const units = record.variants.reduce((sum, { stock }) => sum + stock, 0);
  return (
    <>
      {t("productEditor.variantCount", { count: record.variants.length })}
      {" · "}
      {t("productEditor.available", { count: units })}
      {" · "}
      {record.changedBy ? t("productEditor.changedBy", { name: record.changedBy }) : null}{" "}
      <When at={record.updatedAt} />{" "}
    </>
  );
}

interface ActionsProps {
  record: ProductRecord;
  isDirty: boolean;
  onHistory: () => void;
}

function Actions({ record, isDirty, onHistory }: ActionsProps) {
  const { store, canEdit } = useEditing();
  const status = useForm((form) => form.status);
  const online = useOnline();
  const navigate = useNavigate();
  const duplicate = useDuplicate();
  const open = ({ id }: { id: number }) => void navigate(`/products/${id}`);
  const isShown = record.status === "active" && record.channels.includes("online_store");
  return (
    <>
      {isShown ? (
        <Button
          component="a"
          href={`/products/${record.slug}`}
          target="_blank"
          rel="noreferrer"
          leftSection={<Icon name="external" small />}
        >
          {t("productEditor.view")}
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t("productEditor.more")}>
            <Icon name="dots" small />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onHistory}>{t("productEditor.history")}</Menu.Item>
          {canEdit ? (
            <Menu.Item
              disabled={!online || isDirty || duplicate.isPending}
              title={isDirty ? t("productEditor.saveBeforeCopy") : undefined}
              onClick={() => duplicate.mutate(record.id, { onSuccess: open })}
            >
              {t("products.duplicate")}
            </Menu.Item>
          ) : null}
          {canEdit ? (
            <Menu.Item
              onClick={() => store.set({ status: status === "archived" ? "draft" : "archived" })}
            >
              {t(status === "archived" ? "productEditor.unarchive" : "productEditor.archive")}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
