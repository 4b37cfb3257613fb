import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type SampleData = Schemas["SampleData"];
export type SampleFigure = Schemas["SampleFigure"];

const POLL_MS = 1000;
const FRESH_MS = 60_000;

export const sampleDataQuery = queryOptions({
  queryKey: ["sample-data"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/sample-data")),
  staleTime: FRESH_MS,
});

export const removalQuery = queryOptions({
  queryKey: ["sample-data", "removal"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/sample-data/removal")),
  staleTime: 0,
});

export function isBusy(data: SampleData | undefined): boolean {
  return data?.state === "putting_in" || data?.state === "taking_out";
}

/** The sample data, with its progress while it changes. Everything is read again afterwards. */
export function useSampleData(enabled: boolean) {
  const client = useQueryClient();
  const query = useQuery({
    ...sampleDataQuery,
    enabled,
    refetchInterval: ({ state }) => (isBusy(state.data) ? POLL_MS : false),
  });
  const busy = isBusy(query.data);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy) void client.invalidateQueries();
    wasBusy.current = busy;
  }, [busy, client]);
  return query;
}

export function usePutIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/sample-data/put-in")),
    onSuccess: (data) => client.setQueryData(sampleDataQuery.queryKey, data),
  });
}

export function useTakeOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/sample-data/take-out")),
    onSuccess: (data) => client.setQueryData(sampleDataQuery.queryKey, data),
  });
}
