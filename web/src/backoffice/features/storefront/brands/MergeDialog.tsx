import { Button, Modal, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Stack } from "../../../ui/Panel";
import { toast } from "../../../ui/toasts";
import { type BrandDetails, brandQuery, brandsQuery } from "./queries";

interface Choice {
  value: string;
  label: string;
}

/** The brands that a name belongs to, with the chosen one. */
function useChoices(typed: string, chosen: Choice | null, without: number): Choice[] {
  const [q] = useDebouncedValue(typed === chosen?.label ? "" : typed.trim(), 200);
  const { data } = useQuery(brandsQuery(q, false, null));
  const found = (data?.items ?? [])
    .filter(({ id }) => id !== without)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  return chosen && found.every(({ value }) => value !== chosen.value) ? [chosen, ...found] : found;
}

function useMerge({ id, name }: BrandDetails) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (intoId: number) =>
      unwrap(
        api.POST("/api/admin/v1/brands/{brandId}/merge", {
          params: { path: { brandId: id } },
          body: { intoId },
        }),
      ),
    onSuccess: async (into) => {
      client.setQueryData(brandQuery(into.id).queryKey, into);
      toast(t("brands.merged", { name, into: into.name }));
      await navigate(`/storefront/brands/${into.id}`, { replace: true });
      client.removeQueries({ queryKey: ["brands", id] });
      void client.invalidateQueries({ queryKey: ["brands", "count"] });
      return client.invalidateQueries({ queryKey: ["brands", "list"] });
    },
  });
}

/** Gives the products of a brand to another one, for two spellings of one name. */
export function MergeDialog({ details, onClose }: { details: BrandDetails; onClose: () => void }) {
  const online = useOnline();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Choice | null>(null);
  const choices = useChoices(typed, chosen, details.id);
  const merge = useMerge(details);
  const { name, products } = details;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("brands.mergeTitle", { name })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack>
        <Select
          label={t("brands.mergeInto")}
          data={choices}
          // The server has searched.
          filter={({ options }) => options}
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage={t("brands.noMatch")}
          value={chosen?.value ?? null}
          error={fieldErrors(merge.error)["intoId"]}
          onChange={(_value, option) => setChosen(option)}
          comboboxProps={{ withinPortal: true }}
        />
        {chosen ? (
          <p className="small">
            {t("brands.mergeEffect", { count: products, name, into: chosen.label })}
          </p>
        ) : null}
        <ErrorNote error={formError(merge.error) ? merge.error : null} isWrite />
      </Stack>
      <Button
        mt="md"
        variant="filled"
        color="bad"
        loading={merge.isPending}
        disabled={!online || chosen === null}
        onClick={() => {
          if (chosen) merge.mutate(Number(chosen.value));
        }}
      >
        {t("brands.mergeButton")}
      </Button>
    </Modal>
  );
}
