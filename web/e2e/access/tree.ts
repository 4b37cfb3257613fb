import type { CDPSession, Page } from "@playwright/test";
import { expect } from "@playwright/test";

interface Value {
  value?: unknown;
}

/** A node of the accessibility tree, as the Chrome DevTools Protocol describes it. */
interface Node {
  nodeId: string;
  ignored: boolean;
  role?: Value;
  name?: Value;
  value?: Value;
  properties?: { name: string; value: Value }[];
  backendDOMNodeId?: number;
  parentId?: string;
  childIds?: string[];
}

type Name = string | RegExp;

function textOf(value: Value | undefined): string {
  return typeof value?.value === "string" ? value.value.trim() : "";
}

/**
 * A shopper who knows a page only as assistive technology does: by the roles, names and states of its
 * accessibility tree. Keys are the only input, as for somebody who uses a screen reader.
 */
export class TreeShopper {
  private readonly page: Page;
  private readonly session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.session = session;
  }

  static async on(page: Page): Promise<TreeShopper> {
    const session = await page.context().newCDPSession(page);
    await session.send("Accessibility.enable");
    return new TreeShopper(page, session);
  }

  /** All nodes in the order in which they are read. Those that are ignored only group others. */
  private async nodes(): Promise<Node[]> {
    const { nodes } = (await this.session.send("Accessibility.getFullAXTree")) as {
      nodes: Node[];
    };
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const inOrder = (node: Node | undefined): Node[] =>
      node ? [node, ...(node.childIds ?? []).flatMap((id) => inOrder(byId.get(id)))] : [];
    return inOrder(nodes.find(({ parentId }) => parentId === undefined));
  }

  /** The nodes of a role with a name, within others of a role and name if given. */
  private async find(role: string, name: Name, within?: [string, Name]): Promise<Node[]> {
    const nodes = await this.nodes();
    const isNamed = (node: Node, expected: Name) =>
      typeof expected === "string"
        ? textOf(node.name) === expected
        : expected.test(textOf(node.name));
    const matches = (node: Node, [role, name]: [string, Name]) =>
      textOf(node.role) === role && isNamed(node, name);
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const isWithin = (node: Node | undefined): boolean => {
      if (within === undefined) return true;
      if (node === undefined) return false;
      return matches(node, within) || isWithin(byId.get(node.parentId ?? ""));
    };
    return nodes.filter((node) => !node.ignored && matches(node, [role, name]) && isWithin(node));
  }

  /** Waits until the tree has such a node, and returns the first. */
  async see(role: string, name: Name, within?: [string, Name]): Promise<Node> {
    let found: Node | undefined;
    await expect
      .poll(
        async () => {
          [found] = await this.find(role, name, within);
          return found !== undefined;
        },
        { message: `${role} ${String(name)} is in the tree` },
      )
      .toBe(true);
    if (found === undefined) throw new Error(`No ${role} ${String(name)}.`);
    return found;
  }

  /** Waits until a live region or any other text says something. */
  async hear(text: RegExp): Promise<void> {
    await expect
      .poll(
        async () =>
          (await this.nodes()).some(({ ignored, name }) => !ignored && text.test(textOf(name))),
        {
          message: `the tree says ${String(text)}`,
        },
      )
      .toBe(true);
  }

  private async focus(role: string, name: Name, within?: [string, Name]): Promise<void> {
    // A node may be replaced between being found and being focused.
    await expect(async () => {
      const { backendDOMNodeId: id } = await this.see(role, name, within);
      if (id === undefined) throw new Error(`${role} ${String(name)} cannot be focused.`);
      await this.session.send("DOM.getDocument", { depth: 0 });
      await this.session.send("DOM.focus", { backendNodeId: id });
    }).toPass({ timeout: 10_000 });
  }

  /** Focuses a control and presses a key. */
  async press(role: string, name: Name, key = "Enter", within?: [string, Name]): Promise<void> {
    await this.focus(role, name, within);
    await this.page.keyboard.press(key);
  }

  /** Types into a field. */
  async type(role: string, name: Name, text: string): Promise<void> {
    await this.focus(role, name);
    await this.page.keyboard.press("ControlOrMeta+A");
    await this.page.keyboard.type(text);
  }

  /** The name and role of what has the focus. */
  async focused(): Promise<string> {
    const isFocused = ({ properties = [] }: Node) =>
      properties.some(({ name, value }) => name === "focused" && value.value === true);
    const all = (await this.nodes()).filter(isFocused);
    const node = all.findLast(({ role }) => textOf(role) !== "RootWebArea");
    return node === undefined ? "" : `${textOf(node.role)} ${textOf(node.name)}`;
  }

  /** The names of all headings with their levels, such as `1 Cart`. */
  async headings(): Promise<string[]> {
    const levelOf = ({ properties = [] }: Node) =>
      Number(properties.find(({ name }) => name === "level")?.value.value);
    return (await this.nodes())
      .filter(({ role }) => textOf(role) === "heading")
      .map((node) => `${levelOf(node)} ${textOf(node.name)}`);
  }

  /** The landmarks, in order. */
  async landmarks(): Promise<string[]> {
    const roles = ["banner", "main", "contentinfo"];
    return (await this.nodes())
      .map(({ role }) => textOf(role))
      .filter((one) => roles.includes(one));
  }
}
