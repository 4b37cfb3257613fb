import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect, useRef } from "react";
import { expect, it } from "vitest";
import { usePanelAddress } from "./panelAddress";
import { renderPage } from "./testing";

function Record() {
  const [panel, setPanel] = usePanelAddress();
  const [created, setCreated] = usePanelAddress("new");
  return (
    <>
      <button onClick={() => setPanel("refund")}>{"Refund"}</button>
      <button onClick={() => setPanel("ship")}>{"Ship"}</button>
      <button onClick={() => setCreated("")}>{"New"}</button>
      <button onClick={() => setPanel(null)}>{"Close"}</button>
      <output>{created === null ? (panel ?? "nothing") : "new"}</output>
    </>
  );
}

async function open() {
  const { router } = renderPage(<Record />, { route: "/orders/:number", path: "/list" });
  await act(() => router.navigate("/orders/SO-1"));
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  const back = () => act(() => router.navigate(-1));
  return { router, press, back };
}

it("Back closes a panel and stays on the record", async () => {
  const { router, press, back } = await open();
  await press("Refund");
  expect(screen.getByRole("status")).toHaveTextContent("refund");
  await back();
  expect(router.state.location.pathname).toBe("/orders/SO-1");
  expect(screen.getByRole("status")).toHaveTextContent("nothing");
});

it("closing a panel leaves no history entry, whatever was open", async () => {
  const { router, press, back } = await open();
  await press("Refund");
  await press("Ship");
  expect(screen.getByRole("status")).toHaveTextContent("ship");
  await press("Close");
  expect(await screen.findByText("nothing")).toBeVisible();
  await back();
  expect(router.state.location.pathname).toBe("/list");
});

it("one panel is open at a time", async () => {
  const { router, press } = await open();
  await press("Refund");
  await press("New");
  expect(router.state.location.search).toBe("?new=");
});

it("a panel that a link opened closes in place", async () => {
  const { router } = renderPage(<Record />, { route: "/orders/:number", path: "/list" });
  await act(() => router.navigate("/orders/SO-1?panel=ship"));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(router.state.location.pathname + router.state.location.search).toBe("/orders/SO-1");
});

/** A record whose button is pressed as soon as it is there, before passive effects have run. */
function PressedAtOnce() {
  const [panel, setPanel] = usePanelAddress();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.click(), []);
  return (
    <button ref={button} onClick={() => setPanel("refund")}>
      {panel ?? "nothing"}
    </button>
  );
}

it("a panel opens at a press in the moment in which its button appears", async () => {
  const { router } = renderPage(<PressedAtOnce />, { route: "/orders/:number", path: "/list" });
  await act(() => router.navigate("/orders/SO-1"));
  expect(await screen.findByRole("button", { name: "refund" })).toBeVisible();
});
