/** Finds visible elements by role and name, in the same way in every browser. */

const SELECTORS = {
  alert: "[role=alert]",
  article: "article, [role=article]",
  banner: "header",
  button: "button, [role=button]",
  cell: "td",
  checkbox: "input[type=checkbox], [role=checkbox]",
  columnheader: "th[scope=col], thead th, [role=columnheader]",
  combobox: "select, [role=combobox]",
  complementary: "aside, [role=complementary]",
  dialog: "dialog[open], [role=dialog]",
  group: "fieldset, [role=group]",
  heading: "h1, h2, h3, h4, h5, h6",
  h1: "h1",
  link: "a[href]",
  list: "ul, ol",
  listitem: "li",
  main: "main",
  option: "[role=option]",
  radio: "input[type=radio]",
  region: "section, [role=region]",
  row: "tr",
  status: "[role=status], output",
  summary: "summary",
  text: "body *",
  textbox: "input:not([type=checkbox]):not([type=radio]), textarea, [role=combobox]",
} as const;

export type Role = keyof typeof SELECTORS;

export interface Locator {
  role: Role;
  /** Part of the accessible name, or a pattern for it. */
  name?: string | RegExp;
  /** Text that the element has to contain. */
  text?: string | RegExp;
  /** An ancestor of the element. */
  within?: Locator;
}

/** The elements of a role with a name, inside others if these are given. */
export function the(role: Role, name?: string | RegExp, within?: Locator): Locator {
  return { role, ...(name === undefined ? {} : { name }), ...(within ? { within } : {}) };
}

/** The elements of a role that contain a text. */
export function having(role: Role, text: string | RegExp, within?: Locator): Locator {
  return { role, text, ...(within ? { within } : {}) };
}

export function describe({ role, name, text, within }: Locator): string {
  const parts = [
    role,
    name === undefined ? "" : String(name),
    text === undefined ? "" : `with ${String(text)}`,
    within ? `in ${describe(within)}` : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function inPage(value: string | RegExp | undefined): string {
  return value instanceof RegExp ? String(value) : JSON.stringify(value ?? "");
}

function written({ role, name, text, within }: Locator): string {
  const scope = within ? written(within) : "[document]";
  return `find(${scope}, ${JSON.stringify(SELECTORS[role])}, ${inPage(name)}, ${inPage(text)})`;
}

// Every expression includes these, because a navigation removes them from the page.
const FUNCTIONS = `
  const flat = (text) => (text ?? "").replace(/\\s+/g, " ").trim();
  const matches = (text, wanted) =>
    wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted);
  const textOf = (ids) =>
    ids.split(/\\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  const nameOf = (element) => {
    const by = element.getAttribute("aria-labelledby");
    if (by) return flat(textOf(by));
    const label = element.getAttribute("aria-label");
    if (label) return flat(label);
    if (element.labels?.length) {
      return flat([...element.labels].map((one) => one.textContent).join(" "));
    }
    if (element.localName === "fieldset") {
      return flat(element.querySelector("legend")?.textContent);
    }
    const pictures = [...element.querySelectorAll("img[alt], [aria-label]")];
    const words = pictures.map((one) => one.getAttribute("alt") ?? one.getAttribute("aria-label"));
    return flat([element.textContent, ...words, element.title ?? ""].join(" "));
  };
  const isVisible = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest("[aria-hidden=true]") === null;
  const find = (scopes, selector, name, text) => [
    ...new Set(scopes.flatMap((scope) => [...scope.querySelectorAll(selector)])),
  ].filter(
    (element) =>
      isVisible(element) &&
      (name === "" || matches(nameOf(element), name)) &&
      (text === "" || matches(flat(element.textContent), text)),
  );
  const isEnabled = (element) =>
    !element.matches(":disabled") &&
    element.getAttribute("aria-disabled") !== "true" &&
    element.getAttribute("aria-busy") !== "true";
  // A radio button is covered by its label, which is clicked instead.
  const target = (element) =>
    (element.matches("input[type=radio], input[type=checkbox]") && element.labels?.[0]) || element;
  const isReachable = (element) => {
    const aim = target(element);
    aim.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    return [...aim.getClientRects()].some((box) => {
      const top = document.elementFromPoint(
        box.left + box.width / 2,
        box.top + box.height / 2,
      );
      return top !== null && (aim.contains(top) || element.contains(top) || top.contains(aim) && top.localName === "label");
    });
  };
  // The place to click; null outside the window, such as in a drawer that is still sliding in.
  const centre = (element) => {
    if (element === undefined) return null;
    const box = target(element).getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return x > 0 && y > 0 && x < innerWidth && y < innerHeight ? [x, y] : null;
  };
  const usable = (elements) =>
    elements.find((element) => isEnabled(element) && isReachable(element));
`;

/** An expression in which `found` are the visible elements of a locator. */
export function withFound(locator: Locator, expression: string): string {
  return `(() => { ${FUNCTIONS} const found = ${written(locator)}; return (${expression}); })()`;
}
