import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Page } from "@/api/types";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { Prose } from "@/ui/Prose/Prose";
import { PageFrame } from "./PageFrame";
import { TextSkeleton } from "./TextSkeleton";

interface Props {
  name: string;
  page: UseQueryResult<Page>;
}

/** A policy as the shop has written it. */
export function PolicyPage({ name, page: { data, error, isPending, refetch } }: Props) {
  return (
    <PageFrame crumb={name} title={data?.title || name}>
      {isPending && <TextSkeleton />}
      {error && !data && <FailureNotice error={error} retry={() => void refetch()} />}
      {data &&
        (data.content ? (
          <Prose html={data.content} />
        ) : (
          <Notice title={t("policy.emptyTitle")} text={t("policy.emptyText")}>
            <Link className={buttonClass("plain")} to="/contact-us">
              {t("contact.title")}
            </Link>
          </Notice>
        ))}
    </PageFrame>
  );
}
