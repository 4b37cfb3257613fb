import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { rehearse, rehearsalQuery, rehearsalsQuery } from "./queries";

/** Plays all cases and opens the report. */
export function useRehearse() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: rehearse,
    onSuccess: async (report) => {
      client.setQueryData(rehearsalQuery(report.id).queryKey, report);
      await client.invalidateQueries({ queryKey: rehearsalsQuery.queryKey, exact: true });
      await navigate(`/settings/payments/rehearsals/${report.id}`);
    },
  });
}

export function RehearseButton({ run }: { run: ReturnType<typeof useRehearse> }) {
  const online = useOnline();
  if (!useOperator().can("settings.edit")) return null;
  return (
    <Button
      variant="filled"
      loading={run.isPending}
      disabled={!online}
      title={online ? undefined : t("frame.offlineWrites")}
      onClick={() => run.mutate()}
    >
      {t("rehearsal.run")}
    </Button>
  );
}
