import { showErrorToast, showToast } from "@/state/toasts";
import { Button } from "../Button/Button";

export const Message = () => (
  <Button onClick={() => showToast("Added to cart", { label: "Undo", run: () => undefined })}>
    Show a toast
  </Button>
);

export const Failure = () => (
  <Button onClick={() => showErrorToast("The shop is temporarily unavailable.")}>
    Show an error
  </Button>
);
