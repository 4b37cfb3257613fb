import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type Report = Schemas["Report"];
export type ReportRow = Schemas["ReportRow"];
export type ReportColumn = Schemas["ReportColumn"];
export type Schedule = Schemas["Schedule"];
export type ScheduleFields = Required<Omit<Schemas["ScheduleInput"], "report" | "group">>;

export interface ReportParams {
  first: string;
  last: string;
  compare: "none" | "before" | "year";
  group: string;
}

export const reportQuery = (report: Report["report"], query: ReportParams) =>
  queryOptions({
    queryKey: ["reports", report, query],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/admin/v1/reports/{report}", {
          params: { path: { report }, query },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export function csvAddress(report: string, params: ReportParams): string {
  return `/api/admin/v1/reports/${report}/csv?${new URLSearchParams({ ...params }).toString()}`;
}

export const schedulesQuery = (report?: Report["report"]) =>
  queryOptions({
    queryKey: ["report-schedules", report],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/reports/schedules", {
          params: { query: report ? { report } : {} },
        }),
      ),
  });

export const recipientsQuery = queryOptions({
  queryKey: ["report-recipients"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/reports/recipients")),
});
