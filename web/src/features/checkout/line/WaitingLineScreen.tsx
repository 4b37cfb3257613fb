import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { LinePlace, PlacedOrder } from "@/api/types";
import { t } from "@/messages/t";
import { Button, buttonClass } from "@/ui/Button/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog/ConfirmDialog";
import type { OrderAttempt } from "../draft";
import { placeText, secondsLeft } from "./lineText";
import { leaveLine, useElapsed, useLineProgress } from "./useLineProgress";
import { forgetLine, type WaitingLine } from "./waitingLine";
import styles from "./WaitingLineScreen.module.css";

interface Props {
  line: WaitingLine & { attempt: OrderAttempt };
  onPlaced: (order: PlacedOrder) => void;
}

/** The place in line, instead of the form. The order is sent by itself when its turn has come. */
export function WaitingLineScreen({ line, onPlaced }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { place, attempt } = line;
  const tryAgain = useLineProgress(line, attempt, onPlaced);
  const { state } = place;
  useEffect(() => heading.current?.focus(), [state]);
  return (
    <section className={styles["line"]} aria-labelledby="line-title">
      <h2
        id="line-title"
        ref={heading}
        tabIndex={-1}
        // Read with the heading, which gets the focus before a screen reader knows the status below.
        aria-describedby={state === "waiting" ? "line-place" : undefined}
      >
        {TITLES[state]()}
      </h2>
      {state === "waiting" && <Waiting line={line} />}
      {state === "turn" && <p>{t("line.turnText")}</p>}
      {state === "sold_out" && (
        <Over text={t("line.soldOutText")}>
          <Link className={buttonClass()} to="/cart" onClick={forgetLine}>
            {t("line.toCart")}
          </Link>
        </Over>
      )}
      {state === "ended" && (
        <Over text={t("line.endedText")}>
          <Button onClick={tryAgain}>{t("line.again")}</Button>
          <Button variant="secondary" onClick={forgetLine}>
            {t("line.toCheckout")}
          </Button>
        </Over>
      )}
      <Announcement place={place} />
    </section>
  );
}

const TITLES: Record<LinePlace["state"], () => string> = {
  waiting: () => t("line.title"),
  turn: () => t("line.turn"),
  sold_out: () => t("line.soldOut"),
  ended: () => t("line.ended"),
};

function Over({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <p>{text}</p>
      <div className={styles["actions"]}>{children}</div>
    </>
  );
}

function Waiting({ line: { place, firstAhead, receivedAt } }: { line: WaitingLine }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const elapsed = useElapsed(receivedAt);
  const most = Math.max(firstAhead, place.ahead) + 1;
  return (
    <>
      <p id="line-place" className={styles["place"]}>
        {placeText(place.ahead, secondsLeft(place, elapsed))}
      </p>
      <progress
        className={styles["progress"]}
        aria-label={t("line.progress")}
        max={most}
        value={most - place.ahead}
      />
      <p>{t("line.explanation")}</p>
      <p className={styles["quiet"]}>
        {t("line.safe")} {t("line.notReserved")}
      </p>
      <div className={styles["actions"]}>
        <Button variant="secondary" onClick={() => setIsLeaving(true)}>
          {t("line.leave")}
        </Button>
      </div>
      {isLeaving && (
        <ConfirmDialog
          title={t("line.leaveTitle")}
          text={t("line.leaveText")}
          confirmLabel={t("line.leave")}
          cancelLabel={t("line.stay")}
          busy={false}
          onConfirm={() => leaveLine(place)}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </>
  );
}

/** Tells the place to a screen reader: when half of those ahead have gone, and when the state changes. */
function Announcement({ place: { state, ahead, seconds } }: { place: LinePlace }) {
  const step = state === "waiting" ? `${state} ${Math.ceil(Math.log2(ahead + 1))}` : state;
  const text = state === "waiting" ? placeText(ahead, seconds) : TITLES[state]();
  const [spoken, setSpoken] = useState({ step, text });
  if (spoken.step !== step) setSpoken({ step, text });
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {spoken.text}
    </p>
  );
}
