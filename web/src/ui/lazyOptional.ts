import { type ComponentType, lazy } from "react";

const Nothing = () => null;

/** A part of the page that is fetched when it is first shown. Without it the page is whole as well. */
export function lazyOptional<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: Nothing };
    }
  });
}
