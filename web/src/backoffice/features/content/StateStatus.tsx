import { t } from "../../messages/t";
import { Status, type StatusShape, type StatusTone } from "../../ui/Status";
import type { State } from "./queries";

const LOOKS: Readonly<Record<State, readonly [StatusShape, StatusTone]>> = {
  published: ["full", "good"],
  scheduled: ["half", "info"],
  draft: ["ring", "quiet"],
  unwritten: ["ring", "wait"],
};

/** Whether shoppers see a page or an article. */
export function StateStatus({ state, pill = false }: { state: State; pill?: boolean }) {
  const [shape, tone] = LOOKS[state];
  return <Status shape={shape} tone={tone} text={t(`content.${state}`)} pill={pill} />;
}
