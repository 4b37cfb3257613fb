import { tEnum } from "../../../messages/t";
import { TrialSteps } from "../TrialSteps";
import type { PaymentTrial } from "./queries";

/** The steps of a test payment at the provider. */
export function PaymentSteps({ trial }: { trial: PaymentTrial }) {
  return (
    <TrialSteps
      steps={trial.steps.map((step) => ({ ...step, title: tEnum("rehearsal.step", step.name) }))}
    />
  );
}
