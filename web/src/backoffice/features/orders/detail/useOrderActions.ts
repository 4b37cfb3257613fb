import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { errorMessage } from "../../../api/errors";
import { t } from "../../../messages/t";
import { toast, undoToast } from "../../../ui/toasts";
import { type Order, orderQuery } from "./order";

type Step = "processing" | "prepared" | "out_for_delivery";

const DONE = {
  processing: "order.confirmed",
  prepared: "order.packed",
  out_for_delivery: "order.sentOut",
} as const;

/** Shows the order that the server sent after a change, or reads it again. */
function useShow(number: string) {
  const queryClient = useQueryClient();
  return (order?: Order) => {
    if (order) queryClient.setQueryData(orderQuery(number).queryKey, order);
    else void queryClient.invalidateQueries({ queryKey: ["order", number], exact: true });
    void queryClient.invalidateQueries({ queryKey: ["order", number, "timeline"] });
    // What was shipped can be refunded.
    void queryClient.invalidateQueries({ queryKey: ["order", number, "refunds"] });
    void queryClient.invalidateQueries({ queryKey: ["orders"] });
  };
}

function useSteps(number: string, show: (order?: Order) => void) {
  const params = { path: { number } };
  const takeBack = async (from: number, to: number) => {
    const order = await unwrap(
      api.POST("/api/admin/v1/orders/{number}/steps/take-back", {
        params,
        body: { fromStatus: from, toStatus: to },
      }),
    );
    show(order);
    return order;
  };
  const step = useMutation({
    mutationFn: ({ to }: { to: Step; from: number }) =>
      unwrap(api.POST("/api/admin/v1/orders/{number}/steps", { params, body: { to } })),
    onSuccess: (order, { to, from }) => {
      show(order);
      if (order.takeBack) {
        undoToast({ text: t(DONE[to]), undo: () => takeBack(order.status, from) });
      } else toast(t(DONE[to]));
    },
    onError: () => show(),
  });
  const back = useMutation({
    mutationFn: ({ from, to }: { from: number; to: number }) => takeBack(from, to),
    onSuccess: (order) => toast(t("order.takenBack", { status: order.statusLabel })),
    onError: (error) => {
      show();
      toast(errorMessage(error));
    },
  });
  return { step, back };
}

/** What can be done with an order at once. Each can be taken back for as long as the server allows it. */
export function useOrderActions(number: string) {
  const show = useShow(number);
  const undeliver = useMutation({
    mutationFn: (parcelId: string) =>
      unwrap(
        api.DELETE("/api/admin/v1/orders/{number}/parcels/{parcelId}/delivery", {
          params: { path: { number, parcelId } },
        }),
      ),
    onSuccess: (order) => {
      show(order);
      toast(t("order.notDelivered"));
    },
    onError: (error) => toast(errorMessage(error)),
  });
  const mark = (reviewed: boolean) =>
    unwrap(
      api.PUT("/api/admin/v1/orders/{number}/hints", {
        params: { path: { number } },
        body: { reviewed },
      }),
    );
  const review = useMutation({
    mutationFn: mark,
    onSuccess: (order, reviewed) => {
      show(order);
      if (!reviewed) return;
      undoToast({ text: t("order.reviewedToast"), undo: async () => show(await mark(false)) });
    },
    onError: (error) => toast(errorMessage(error)),
  });
  return { ...useSteps(number, show), undeliver, review, show };
}
