import { expect, type Locator, type Page } from "@playwright/test";
import { tabTo } from "../keyboard";

/** How somebody uses a page: with a pointer, or with the keyboard alone. */
export interface Hands {
  /** Buttons, links, checkboxes. */
  press: (element: Locator) => Promise<void>;
  /** Replaces what a field holds. */
  type: (field: Locator, text: string) => Promise<void>;
  /** One of a group of radio buttons. */
  choose: (radio: Locator) => Promise<void>;
  /** An option of a list that is searched by typing. */
  pick: (page: Page, field: Locator, option: string) => Promise<void>;
}

export const pointer: Hands = {
  press: (element) => element.click(),
  type: (field, text) => field.fill(text),
  choose: (radio) => radio.check(),
  pick: async (page, field, option) => {
    await field.fill(option);
    await page.getByRole("option", { name: option, exact: true }).click();
  },
};

/** No element is so many steps away. */
const FAR = 300;

async function reach(element: Locator): Promise<void> {
  await expect(element).toBeEnabled();
  await tabTo(element.page(), element, FAR);
}

/** Only Tab, arrows, Enter, Space, and typing. */
export const keyboard: Hands = {
  press: async (element) => {
    await reach(element);
    const isCheckbox = await element.evaluate((one) => one.matches("[type=checkbox]"));
    await element.page().keyboard.press(isCheckbox ? "Space" : "Enter");
  },
  type: async (field, text) => {
    await reach(field);
    const keys = field.page().keyboard;
    await keys.press("ControlOrMeta+a");
    await keys.type(text);
  },
  choose: async (radio) => {
    const keys = radio.page().keyboard;
    const isChecked = () => radio.isChecked();
    const name = await radio.getAttribute("name");
    await expect(radio).toBeVisible();
    const isInGroup = () =>
      radio.evaluate((_one, group) => document.activeElement?.getAttribute("name") === group, name);
    for (let step = 0; step < FAR && !(await isInGroup()); step += 1) await keys.press("Tab");
    // A group without a chosen button has the focus on its first one.
    if (!(await isChecked())) await keys.press("Space");
    for (let step = 0; step < FAR && !(await isChecked()); step += 1) await keys.press("ArrowDown");
    await expect(radio).toBeChecked();
  },
  pick: async (page, field, option) => {
    await reach(field);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(option);
    await expect(page.getByRole("option", { name: option, exact: true })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  },
};
