import { Button, Group, Modal } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast } from "../../../ui/toasts";
import { changesOf } from "./changes";
import { ChangeTable } from "./EditorBar";
import { VersionList } from "./HistoryPanel";
import { labelOf, ROW_LABELS } from "./labels";
import { type ProductRecord, versionQuery, versionsQuery } from "./queries";
import { useEditing, useForm } from "./store";

interface Props {
  record: ProductRecord;
  /** 0 for the list of all versions. */
  number: number;
  onNumber: (number: number) => void;
  onClose: () => void;
  onRestored: (record: ProductRecord) => void;
}

/** All versions, or what differs between one of them and the product now. */
export function VersionDialog(props: Props) {
  const { record, number, onNumber, onClose } = props;
  const { data } = useQuery(versionsQuery(record.id));
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={
        number === 0
          ? t("productEditor.history")
          : t("productEditor.versionTitle", { number, now: record.title })
      }
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      {number === 0 ? (
        <VersionList versions={data?.items ?? []} onVersion={onNumber} />
      ) : (
        <Differences {...props} />
      )}
    </Modal>
  );
}

const partLabel = (part: string) =>
  part in ROW_LABELS ? t(ROW_LABELS[part as keyof typeof ROW_LABELS]) : part;

function Differences({ record, number, onNumber, onClose, onRestored }: Props) {
  const { canEdit } = useEditing();
  const isDirty = useForm((form, stored) => changesOf(stored, form).length > 0);
  const online = useOnline();
  const { data, error } = useQuery({ ...versionQuery(record.id, number), staleTime: 0 });
  const restore = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/products/{productId}/versions/{number}/restore", {
          params: {
            path: { productId: record.id, number },
            header: { "If-Match": record.etag },
          },
        }),
      ),
    onSuccess: (restored) => {
      onRestored(restored);
      onClose();
      toast(t("productEditor.restored", { number }));
    },
  });
  const differences = data?.differences ?? [];
  return (
    <>
      <ErrorNote error={error} />
      {data && differences.length === 0 ? <p>{t("productEditor.sameAsNow")}</p> : null}
      {differences.length > 0 ? (
        <ChangeTable
          changes={differences.map((one, place) => ({
            name: String(place),
            label: [labelOf(one.field), one.item, one.part && partLabel(one.part)]
              .filter(Boolean)
              .join(", "),
            before: one.now,
            after: one.then,
          }))}
        />
      ) : null}
      <ErrorNote error={restore.error} isWrite />
      {canEdit && isDirty ? <p className="small">{t("productEditor.saveFirst")}</p> : null}
      <Group justify="flex-end" mt="md">
        <Button variant="subtle" onClick={() => onNumber(0)}>
          {t("productEditor.allVersions")}
        </Button>
        {canEdit ? (
          <Button
            variant="filled"
            disabled={isDirty || !online || differences.length === 0}
            loading={restore.isPending}
            onClick={() => restore.mutate()}
          >
            {t("productEditor.restore")}
          </Button>
        ) : null}
      </Group>
    </>
  );
}
