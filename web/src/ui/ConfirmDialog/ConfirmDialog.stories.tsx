import { useState } from "react";
import { Button } from "../Button/Button";
import { ConfirmDialog } from "./ConfirmDialog";

export function WithError() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete address</Button>
      {isOpen && (
        <ConfirmDialog
          title="Delete this address?"
          text="Orders keep their own copy."
          confirmLabel="Delete"
          cancelLabel="Keep"
          busy={false}
          error="The shop is temporarily unavailable."
          onConfirm={() => undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
