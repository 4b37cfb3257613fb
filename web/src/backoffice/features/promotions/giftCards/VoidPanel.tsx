import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Money } from "../../../ui/Money";
import { undoToast } from "../../../ui/toasts";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import { type GiftCard, giftCardQuery } from "../queries";

const PATH = "/api/admin/v1/promotions/gift-cards/{cardId}";

function useVoid(card: GiftCard, onDone: () => void) {
  const client = useQueryClient();
  const params = { path: { cardId: card.id } };
  const accept = (changed: GiftCard) => {
    client.setQueryData(giftCardQuery(card.id).queryKey, changed);
    void client.invalidateQueries({ queryKey: ["gift-cards", "list"] });
  };
  return useMutation({
    mutationFn: (reason: string) =>
      unwrap(api.POST(`${PATH}/void`, { params, body: { reason: reason.trim() } })),
    onSuccess: (changed) => {
      onDone();
      accept(changed);
      const undo = async () => accept(await unwrap(api.POST(`${PATH}/restore`, { params })));
      undoToast({ text: t("giftCards.voided"), undo });
    },
  });
}

/** Voids a card that was not used. Nothing is refunded; it can be undone. */
export function VoidPanel({ card, onClose }: { card: GiftCard; onClose: () => void }) {
  const online = useOnline();
  const [reason, setReason] = useState("");
  const voiding = useVoid(card, onClose);
  return (
    <ActionPanel
      title={t("giftCards.void")}
      opened
      onClose={onClose}
      footer={
        <>
          <ErrorNote error={formError(voiding.error) ? voiding.error : null} isWrite />
          <Button
            variant="filled"
            color="bad"
            fullWidth
            disabled={reason.trim() === "" || !online}
            loading={voiding.isPending}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => voiding.mutate(reason)}
          >
            {t("giftCards.void")}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <TextInput
          label={t("giftCards.reason")}
          description={t("giftCards.reasonHelp")}
          value={reason}
          maxLength={300}
          error={fieldErrors(voiding.error)["reason"]}
          data-autofocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <WhatWillHappen
          figures={[
            {
              label: t("giftCards.balanceLost"),
              value: <Money value={card.balance} />,
              total: true,
            },
          ]}
          effects={[
            { icon: "money", text: t("giftCards.noRefund") },
            { icon: "mail", text: t("giftCards.nobodyTold") },
          ]}
        />
      </Stack>
    </ActionPanel>
  );
}
