import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { components } from "../api/schema";
import { t } from "../messages/t";
import { Status } from "./Status";
import { isPast } from "./time";
import { toast, toastError } from "./toasts";
import styles from "./TokenRow.module.css";
import { When } from "./When";

export type AccessToken = components["schemas"]["AccessToken"];

function TokenStatus({ token }: { token: AccessToken }) {
  if (token.revokedAt !== null) {
    return <Status shape="stopped" tone="quiet" text={t("token.revoked")} />;
  }
  if (token.expiresAt !== null && isPast(token.expiresAt)) {
    return <Status shape="stopped" tone="quiet" text={t("token.expired")} />;
  }
  if (token.works.length < token.scopes.length) {
    return <Status shape="half" tone="wait" text={t("token.limited")} pill />;
  }
  return <Status shape="full" tone="good" text={t("token.valid")} />;
}

function isLive({ revokedAt, expiresAt }: AccessToken): boolean {
  return revokedAt === null && (expiresAt === null || !isPast(expiresAt));
}

interface Props {
  token: AccessToken;
  /** Also says who created it. */
  withCreator?: boolean;
  onRevoke: (id: number) => Promise<unknown>;
}

/** An access token without its value: scopes, last use, expiry, and a button that revokes it. */
export function TokenRow({ token, withCreator = false, onRevoke }: Props) {
  const { id, name, hint, kind, scopes, operatorName, createdAt, lastUsedAt, expiresAt } = token;
  const revoke = useMutation({
    mutationFn: () => onRevoke(id),
    onSuccess: () => toast(t("token.revokedNow", { name })),
    onError: toastError,
  });
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.name}>
          {name} <span className="quiet">{t("token.hint", { hint })}</span>
          <TokenStatus token={token} />
        </p>
        <p className={styles.detail}>
          {t(kind === "app" ? "token.app" : "token.personal")}
          {withCreator ? ` · ${t("token.by", { name: operatorName })}` : ""} {"·"}{" "}
          {t("account.created")} <When at={createdAt} as="day" /> {"·"}{" "}
          {lastUsedAt === null ? (
            t("account.neverUsed")
          ) : (
            <>
              {t("account.lastUsed")} <When at={lastUsedAt} />
            </>
          )}
          {expiresAt === null ? (
            ` · ${t("token.noExpiry")}`
          ) : (
            <>
              {" "}
              {"·"} {t("token.expires")} <When at={expiresAt} as="day" />
            </>
          )}
        </p>
        <p className={styles.detail}>{scopes.join(", ")}</p>
      </div>
      {isLive(token) ? (
        <Button
          onClick={() => revoke.mutate()}
          loading={revoke.isPending}
          aria-label={t("token.revokeOf", { name })}
        >
          {t("token.revoke")}
        </Button>
      ) : null}
    </div>
  );
}
