import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useShop } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Panel } from "../../ui/Panel";
import { DeliveryFields } from "./DeliveryFields";
import { EMPTY, toBody } from "./deliveryForm";
import { DeliveryLines } from "./DeliveryLines";
import { deliveryQuery, locationsQuery } from "./queries";
import styles from "./stock.module.css";

/** Plans a delivery of a supplier. */
export default function NewDeliveryPage() {
  const online = useOnline();
  const { form, setForm, locations, save } = useNewDelivery();
  const errors = fieldErrors(save.error);
  const isComplete = form.supplier.trim() !== "" && form.lines.length > 0;
  return (
    <Page>
      <PageHead title={t("stock.newDelivery")} back="/stock/deliveries" />
      <DetailColumns
        main={
          <Panel title={t("stock.items")}>
            <DeliveryLines
              lines={form.lines}
              error={errors["lines"]}
              onChange={(lines) => setForm((now) => ({ ...now, lines: lines(now.lines) }))}
            />
          </Panel>
        }
        aside={
          <Panel title={t("stock.about")}>
            <div className={styles.form}>
              <DeliveryFields
                form={form}
                locations={locations}
                errors={errors}
                onChange={(changed) => setForm((now) => ({ ...now, ...changed }))}
              />
              <ErrorNote error={formError(save.error) ? save.error : null} isWrite />
              <Button
                variant="filled"
                loading={save.isPending}
                disabled={!isComplete || !online}
                title={online ? undefined : t("frame.offlineWrites")}
                onClick={() => save.mutate()}
              >
                {t("stock.plan")}
              </Button>
              <p className="quiet tiny">{t("stock.planHelp")}</p>
            </div>
          </Panel>
        }
      />
    </Page>
  );
}

function useNewDelivery() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { currency } = useShop();
  const key = useIdempotencyKey();
  const [typed, setForm] = useState(EMPTY);
  const locations = useQuery(locationsQuery).data?.items.filter(({ active }) => active) ?? [];
  const first = locations.find(({ isDefault }) => isDefault)?.id ?? 0;
  const form = { ...typed, locationId: typed.locationId || first };
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/stock/deliveries", {
          params: { header: key.headers },
          body: toBody(form, currency),
        }),
      ),
    onSuccess: (planned) => {
      client.setQueryData(deliveryQuery(planned.delivery.id).queryKey, planned);
      void client.invalidateQueries({ queryKey: ["stock"] });
      return navigate(`/stock/deliveries/${planned.delivery.id}`, { replace: true });
    },
    onError: key.renewAfter,
  });
  return { form, setForm, locations, save };
}
