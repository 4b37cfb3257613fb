import { act } from "@testing-library/react";
import { useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type EarlyInput, repeatInput } from "./earlyInput";
import { repeatEarlyInput } from "./renderedPage";

const onSubmit = vi.fn();

function Form() {
  const [text, setText] = useState("");
  const [checked, setChecked] = useState(false);
  const [size, setSize] = useState("s");
  const [presses, setPresses] = useState(0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(text);
      }}
    >
      <input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => setChecked(target.checked)}
      />
      <select value={size} onChange={({ target }) => setSize(target.value)}>
        <option value="s">S</option>
        <option value="m">M</option>
      </select>
      <button type="button" onClick={() => setPresses(presses + 1)} />
      <output>{JSON.stringify({ text, checked, size, presses })}</output>
    </form>
  );
}

beforeEach(() => {
  document.documentElement.dataset["started"] = "";
});
afterEach(() => {
  delete document.documentElement.dataset["started"];
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
});

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
}

function showServerForm(): void {
  document.body.innerHTML = `<div id="app">${renderToString(<Form />)}</div>`;
}

async function takeFormOver(): Promise<void> {
  await act(async () => {
    hydrateRoot(find("#app"), <Form />);
    await Promise.resolve();
  });
}

function openForm(): Promise<void> {
  showServerForm();
  return takeFormOver();
}

it("what was typed, chosen, pressed and sent before the client started is not lost", async () => {
  showServerForm();
  const name = find('input[aria-label="Name"]') as HTMLInputElement;
  const box = find("input[type=checkbox]");
  const size = find("select") as HTMLSelectElement;
  const button = find("button");
  const form = find("form");
  name.value = "Grace";
  box.click();
  size.value = "m";
  const controls: HTMLElement[] = [name, box, size, button, form];
  const repeated = repeatInput(
    new Map(
      controls.map((control) => {
        const { value, checked } = control as HTMLInputElement;
        const presses = control === button ? [new MouseEvent("click")] : [];
        return [control, { value, checked, presses }];
      }),
    ),
  );
  await takeFormOver();
  await act(() => repeated);
  const shown = { text: "Grace", checked: true, size: "m", presses: 1 };
  expect(JSON.parse(find("output").textContent)).toEqual(shown);
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith("Grace");
});

it("a control that React has drawn again is used instead, if it is the only one like it", async () => {
  document.body.innerHTML = `<div id="app"></div>`;
  const gone = document.createElement("button");
  gone.textContent = "Remove";
  const onPress = vi.fn();
  const repeated = repeatInput(new Map([[gone, { presses: [new MouseEvent("click")] }]]));
  await act(async () => {
    createRoot(find("#app")).render(
      <>
        <button type="button" onClick={onPress}>
          Remove
        </button>
        <button type="button">Keep</button>
      </>,
    );
    await Promise.resolve();
  });
  await act(() => repeated);
  expect(onPress).toHaveBeenCalledOnce();
});

it("a control that is gone is left out", async () => {
  vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValue(60_000);
  const button = document.createElement("button");
  const press = vi.fn();
  button.addEventListener("click", press);
  await repeatInput(new Map([[button, { presses: [new MouseEvent("click")] }]]));
  expect(press).not.toHaveBeenCalled();
});

it("of what happened while React took a control over, only a change that it lost is repeated", async () => {
  await openForm();
  const box = find("input[type=checkbox]");
  const button = find("button");
  const repeat = (control: HTMLElement, checked: boolean) =>
    act(() => repeatInput(new Map([[control, { checked, isSeen: true }]])));
  await repeat(button, false);
  await repeat(box, true);
  const shown = { text: "", checked: true, size: "s", presses: 0 };
  expect(JSON.parse(find("output").textContent)).toEqual(shown);
  await repeat(box, true);
  expect(JSON.parse(find("output").textContent)).toEqual(shown);
  const choose = () =>
    act(() => repeatInput(new Map([[find("select"), { value: "m", isSeen: true }]])));
  await choose();
  expect(JSON.parse(find("output").textContent)).toEqual({ ...shown, size: "m" });
  const change = vi.fn();
  find("select").addEventListener("change", change);
  await choose();
  expect(change).not.toHaveBeenCalled();
});

it("Enter in a field comes after what was typed into it", async () => {
  await openForm();
  const field = find("input[aria-label=Name]");
  const entered: string[] = [];
  field.addEventListener("keydown", ({ key }) => entered.push(key, find("output").textContent));
  await act(() => repeatInput(new Map([[field, { value: "12", isEntered: true }]])));
  expect(entered).toEqual(["Enter", expect.stringContaining('"text":"12"')]);
});

it("waits until React listens to what it has marked", async () => {
  delete document.documentElement.dataset["started"];
  await openForm();
  const repeated = repeatInput(new Map([[find("button"), { presses: [new MouseEvent("click")] }]]));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(find("output").textContent).toContain('"presses":0');
  document.documentElement.dataset["started"] = "";
  await act(() => repeated);
  expect(find("output").textContent).toContain('"presses":1');
});

it("a press that React answers is not repeated by a repetition that waits for the page", async () => {
  delete document.documentElement.dataset["started"];
  await openForm();
  const [button, select] = [find("button"), find("select")];
  const controls: EarlyInput = new Map([[select, { value: "m" }]]);
  vi.stubGlobal("takeEarlyInput", (later: (control: HTMLElement, event: Event) => void) => {
    const note = (event: MouseEvent) => {
      controls.set(button, { presses: [event] });
      later(button, event);
    };
    addEventListener("click", note, { capture: true, once: true });
    return controls;
  });
  repeatEarlyInput();
  // On a busy phone, frames come before timers.
  const timer = vi.spyOn(window, "setTimeout").mockReturnValueOnce(0 as never);
  act(() => button.click());
  const settle = timer.mock.calls[0]?.[0];
  timer.mockRestore();
  document.documentElement.dataset["started"] = "";
  await act(() => vi.waitUntil(() => !controls.has(select)));
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  settle?.();
  await act(() => vi.waitUntil(() => controls.size === 0));
  expect(find("output").textContent).toContain('"presses":1');
});

it("each press of a button is repeated, with its count as a double click", async () => {
  await openForm();
  const button = find("button");
  const details: number[] = [];
  button.addEventListener("click", ({ detail }) => details.push(detail));
  const presses = [1, 2].map((detail) => new MouseEvent("click", { detail }));
  await act(() => repeatInput(new Map([[button, { presses }]])));
  expect(details).toEqual([1, 2]);
  expect(find("output").textContent).toContain('"presses":2');
});
