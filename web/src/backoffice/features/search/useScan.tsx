import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { canScan } from "../../ui/scan/reader";
import { scannedOrder } from "./barcode";

const Scanner = lazy(() => import("../../ui/scan/Scanner"));

/** Scanning with the camera: opens the order whose number was read, or searches for the text. */
export function useScan(onClose: () => void, onText: (text: string) => void) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const onRead = (text: string) => {
    setOpen(false);
    const order = scannedOrder(text);
    if (order === null) onText(text.trim());
    else {
      onClose();
      void navigate(order);
    }
  };
  return {
    start: canScan() ? () => setOpen(true) : null,
    scanner: isOpen ? (
      <Suspense>
        <Scanner onRead={onRead} onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}
