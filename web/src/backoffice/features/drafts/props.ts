import type { DraftForm } from "./draftForm";
import type { DraftQuote } from "./queries";

/** What every part of the editor gets. */
export interface PartProps {
  form: DraftForm;
  onChange: (change: (form: DraftForm) => DraftForm) => void;
  quote: DraftQuote | undefined;
  /** Messages of the server by field. */
  errors: Readonly<Record<string, string>>;
}
