import { Button, Group, Modal, Radio, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { fieldErrors, formError } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import { type PlainKey, t } from "../../messages/t";
import { ErrorNote } from "../../ui/ErrorPanel";
import { money } from "../../ui/Money";
import { toast } from "../../ui/toasts";
import { type PaymentDecided, type StuckPayment, useDecidePayment } from "./queries";

const DONE: Readonly<Record<PaymentDecided["decision"], PlainKey>> = {
  nothing: "health.decidedNothing",
  confirm: "health.decidedPaid",
  take_difference: "health.decidedPaid",
  revive: "health.decidedRevived",
  refund: "health.decidedRefund",
  credit: "health.decidedCredit",
  close: "health.decidedClosed",
  decline: "health.decidedNothing",
  other_amount: "health.decidedNothing",
  other_mode: "health.decidedNothing",
  decided: "health.decidedNothing",
  dispute: "health.decidedNothing",
};

type Outcome = "paid" | "ended";

interface Props {
  payment: StuckPayment;
  onClose: () => void;
}

/** Asks what was found at the provider about a payment, and says what follows from it. */
export function PaymentDecision({ payment, onClose }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [note, setNote] = useState("");
  const key = useIdempotencyKey();
  const decide = useDecidePayment(({ decision }) => {
    toast(t(DONE[decision]));
    onClose();
  });
  const isReady = outcome !== null && note.trim() !== "";
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("health.decideTitle", { amount: money(payment.amount), name: payment.paidFor })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack>
        <p>{t("health.decideText", { provider: payment.provider })}</p>
        <Outcomes value={outcome} onChange={setOutcome} />
        <Textarea
          label={t("health.decideNote")}
          description={t("health.decideNoteHelp")}
          value={note}
          maxLength={1000}
          autosize
          minRows={2}
          error={fieldErrors(decide.error)["note"]}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <ErrorNote error={formError(decide.error) ? decide.error : null} isWrite />
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t("ui.close")}</Button>
        <Button
          variant="filled"
          loading={decide.isPending}
          disabled={!isReady}
          title={isReady ? undefined : t("health.decideIncomplete")}
          onClick={() => {
            if (outcome === null) return;
            const body = { outcome, note: note.trim() };
            decide.mutate(
              { id: payment.id, body, headers: key.headers },
              { onError: key.renewAfter },
            );
          }}
        >
          {outcome === "ended" ? t("health.decideEnded") : t("health.decidePaid")}
        </Button>
      </Group>
    </Modal>
  );
}

interface OutcomesProps {
  value: Outcome | null;
  onChange: (outcome: Outcome) => void;
}

function Outcomes({ value, onChange }: OutcomesProps) {
  return (
    <Radio.Group
      label={t("health.decideOutcome")}
      value={value ?? ""}
      onChange={(chosen) => onChange(chosen === "paid" ? "paid" : "ended")}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="paid"
          label={t("health.outcomePaid")}
          description={t("health.outcomePaidHelp")}
        />
        <Radio
          value="ended"
          label={t("health.outcomeEnded")}
          description={t("health.outcomeEndedHelp")}
        />
      </Stack>
    </Radio.Group>
  );
}
