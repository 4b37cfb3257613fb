import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { ActionPanel } from "../../ui/ActionPanel";
import { CopyText } from "../../ui/CopyText";
import { ErrorNote } from "../../ui/ErrorPanel";
import { PermissionChoice } from "./PermissionChoice";
import { tokensQuery } from "./queries";
import styles from "./Team.module.css";

const DAYS = [7, 30, 90, 365] as const;
const NEVER = "never";

/** Creates a token and shows it once. */
export function NewTokenPanel({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<"personal" | "app">("personal");
  const [name, setName] = useState("");
  const [days, setDays] = useState("90");
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const create = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/tokens", {
          body: {
            kind,
            name: name.trim(),
            scopes: [...scopes],
            expiresInDays: days === NEVER ? null : Number(days),
          },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    // The value is nowhere else, so it is kept only as long as the panel is open.
    gcTime: 0,
  });
  if (create.data) return <CreatedToken token={create.data.token} onClose={onClose} />;
  const changeKind = (value: string) => {
    setKind(value === "app" ? "app" : "personal");
    if (value !== "app" && days === NEVER) setDays("90");
  };
  return (
    <ActionPanel
      title={t("token.newTitle")}
      opened
      onClose={onClose}
      footer={
        <Button
          variant="filled"
          loading={create.isPending}
          disabled={name.trim() === "" || scopes.length === 0}
          onClick={() => create.mutate()}
        >
          {t("token.create")}
        </Button>
      }
    >
      <KindChoice kind={kind} onChange={changeKind} />
      <TextInput
        label={t("token.name")}
        description={t("token.nameHelp")}
        value={name}
        maxLength={80}
        error={fieldErrors(create.error)["name"]}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ExpiryChoice kind={kind} value={days} onChange={setDays} />
      <div>
        <h3>{t("token.scopes")}</h3>
        <PermissionChoice value={scopes} onChange={setScopes} forTokens />
      </div>
      {formError(create.error) === null ? null : <ErrorNote error={create.error} isWrite />}
    </ActionPanel>
  );
}

function KindChoice({ kind, onChange }: { kind: string; onChange: (kind: string) => void }) {
  return (
    <div>
      <SegmentedControl
        fullWidth
        aria-label={t("token.kind")}
        value={kind}
        onChange={onChange}
        data={[
          { value: "personal", label: t("token.kindPersonal") },
          { value: "app", label: t("token.kindApp") },
        ]}
      />
      <p className="tiny quiet">{t("token.kindHelp")}</p>
    </div>
  );
}

function ExpiryChoice({
  kind,
  value,
  onChange,
}: {
  kind: string;
  value: string;
  onChange: (days: string) => void;
}) {
  return (
    <Select
      label={t("token.expiry")}
      value={value}
      allowDeselect={false}
      onChange={(days) => onChange(days ?? "90")}
      data={[
        ...DAYS.map((days) => ({ value: String(days), label: t("token.days", { count: days }) })),
        ...(kind === "app" ? [{ value: NEVER, label: t("token.never") }] : []),
      ]}
    />
  );
}

function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <ActionPanel
      title={t("token.createdTitle")}
      opened
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          {t("token.done")}
        </Button>
      }
    >
      <p>{t("token.createdText")}</p>
      <div className={styles.token}>
        <CopyText text={token} code />
      </div>
    </ActionPanel>
  );
}
