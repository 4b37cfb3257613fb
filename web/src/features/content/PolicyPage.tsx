import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Page } from "@/api/types";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { Prose } from "@/ui/Prose/Prose";
import { PageFrame } from "./PageFrame";
import { TextSkeleton } from "./TextSkeleton";

interface Props {
  name: string;
  page: UseQueryResult<Page>;
}

/** A policy that the operator wrote, or a link to contact the shop if it is empty. */
export function PolicyPage({ name, page: { data, error, isPending, refetch } }: Props) {
  return (
    <PageFrame crumb={name} title={data?.title || name}>
      {isPending && <TextSkeleton />}
      {error && !data && <ErrorAlert error={error} retry={() => void refetch()} />}
      {data &&
        (data.content ? (
          <Prose html={data.content} />
        ) : (
          <Alert title={t("policy.emptyTitle")} text={t("policy.emptyText")}>
            <Link className={buttonClass("secondary")} to="/contact-us">
              {t("contact.title")}
            </Link>
          </Alert>
        ))}
    </PageFrame>
  );
}
