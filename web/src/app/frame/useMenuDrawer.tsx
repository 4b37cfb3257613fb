import { Suspense, useState } from "react";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import { nextFrame } from "@/ui/lazy/nextFrame";

const MenuDrawer = lazyRequired(async () => {
  // The press of its button is shown first.
  await nextFrame();
  return (await import("./MenuDrawer")).MenuDrawer;
});

/** The menu drawer, to be rendered beside its button, and what opens it, which is always the same function. */
export function useMenuDrawer() {
  const [isOpen, setOpen] = useState(false);
  const drawer = (
    <div>
      {isOpen && (
        <Suspense>
          <MenuDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
  return [drawer, setOpen] as const;
}
