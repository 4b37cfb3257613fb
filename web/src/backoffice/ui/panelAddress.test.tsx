import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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
