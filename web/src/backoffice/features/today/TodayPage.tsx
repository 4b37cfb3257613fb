import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator, useShop } from "../../session/session";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { clockTime, dayOf } from "../../ui/time";
import { ChecklistPanel } from "./ChecklistPanel";
import { dayName, placeOf } from "./format";
import { MoneyPanel } from "./MoneyPanel";
import { usePeriod } from "./period";
import { ProblemsPanel } from "./ProblemsPanel";
import { ProductsPanel } from "./ProductsPanel";
import { queuesQuery } from "./queries";
import { QueuesPanel } from "./QueuesPanel";
import { SalesPanel } from "./SalesPanel";
import { SearchesPanel } from "./SearchesPanel";
import { StockPanel } from "./StockPanel";
import styles from "./TodayPage.module.css";

/** What waits, what does not work, and how the shop does. Each panel loads and fails alone. */
export default function TodayPage() {
  const { can } = useOperator();
  const { timeZone } = useShop();
  const [days, setDays] = usePeriod();
  const now = new Date();
  const seesReports = can("reports.read");
  const seesProblems = can("health.read");
  const seesStock = can("stock.read");
  return (
    <Page>
      <PageHead
        title={dayName(dayOf(now, timeZone), { weekday: "long", month: "long", day: "numeric" })}
        documentTitle={t("today.title")}
        facts={t("today.facts", {
          time: clockTime(now.toISOString(), timeZone),
          place: placeOf(timeZone),
        })}
        actions={<PackButton />}
      />
      <div className={styles.today}>
        <ChecklistPanel />
        <div className={styles.queues}>
          <QueuesPanel />
        </div>
        {seesReports ? (
          <div className={styles.main}>
            <div className={styles.sales}>
              <SalesPanel days={days} onDays={setDays} />
            </div>
            <div className={styles.pair}>
              <ProductsPanel days={days} />
              <SearchesPanel days={days} />
            </div>
          </div>
        ) : null}
        {seesReports || seesProblems || seesStock ? (
          <div className={styles.aside}>
            {seesProblems ? (
              <div className={styles.problems}>
                <ProblemsPanel />
              </div>
            ) : null}
            {seesReports ? (
              <div className={styles.last}>
                <MoneyPanel days={days} />
              </div>
            ) : null}
            {seesStock ? (
              <div className={styles.last}>
                <StockPanel />
              </div>
            ) : null}
          </div>
        ) : null}
      </div>
    </Page>
  );
}

/** The day's main work. Its list has the button that packs them. */
function PackButton() {
  const { can } = useOperator();
  const { data } = useQuery(queuesQuery);
  const count = data?.toPack?.count.value ?? 0;
  if (count === 0 || !can("orders.fulfil")) return null;
  return (
    <Button variant="filled" component={Link} to="/orders?view=to-pack">
      {t("today.packOrders", { count })}
    </Button>
  );
}
