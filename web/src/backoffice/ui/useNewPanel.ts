import { usePanelAddress } from "./panelAddress";

/** Whether the panel for a new record is open: `?new` in the address, so that menus can link to it. */
export function useNewPanel(): [opened: boolean, setOpened: (opened: boolean) => void] {
  const [value, set] = usePanelAddress("new");
  return [value !== null, (opened) => set(opened ? "" : null)];
}
