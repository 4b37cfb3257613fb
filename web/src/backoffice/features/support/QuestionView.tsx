import { Button, Modal, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { hasCode } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { focusPage } from "../../ui/focus";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { useKeys } from "../../ui/keys";
import { SkeletonRows } from "../../ui/Skeletons";
import { toast, toastError, undoToast } from "../../ui/toasts";
import { When } from "../../ui/When";
import { ConversationHead } from "./ConversationHead";
import { type Question, useListsChanged } from "./inboxQuery";
import { ItemState } from "./ItemState";
import styles from "./support.module.css";
import { useDraft } from "./useDraft";

function questionKey(id: number) {
  return ["inbox", "question", id] as const;
}

function useChanged(): (question: Question) => void {
  const client = useQueryClient();
  const listsChanged = useListsChanged();
  return (question) => {
    client.setQueryData(questionKey(question.id), question);
    listsChanged();
  };
}

/** A product question: answered in public, or hidden. */
export function QuestionView({ questionId, back }: { questionId: number; back: string }) {
  const query = useQuery({
    queryKey: questionKey(questionId),
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/questions/{questionId}", { params: { path: { questionId } } })),
  });
  if (query.isPending) return <SkeletonRows rows={4} height={90} />;
  if (query.data === undefined) {
    return (
      <ErrorPanel
        error={query.error}
        title={t("support.ticketFailed")}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <Shown question={query.data} back={back} />;
}

function Shown({ question, back }: { question: Question; back: string }) {
  const canReply = useOperator().can("support.reply");
  const field = useRef<HTMLTextAreaElement>(null);
  useKeys(t("support.keys"), [
    { keys: "r", label: t("support.keyReply"), run: () => field.current?.focus() },
  ]);
  const isClosed = question.hidden || question.answers.length > 0;
  return (
    <div className={styles.conversation}>
      <ConversationHead
        title={t("support.questionAbout", { product: question.productTitle })}
        back={back}
        marks={
          <>
            <ItemState state={question.hidden ? "hidden" : isClosed ? "solved" : "open"} pill />
            <a className="link small" href={`/products/${question.productSlug}`}>
              {t("support.viewProduct")}
            </a>
          </>
        }
        actions={canReply ? <Visibility question={question} /> : null}
      />
      {question.ticketId === null ? null : (
        <p className="small">
          <Link className="link" to={`/support/${question.ticketId}`}>
            {t("support.questionIsTicket", { ticket: question.ticketId })}
          </Link>
        </p>
      )}
      <Texts question={question} />
      {canReply && !question.hidden ? <AnswerForm question={question} fieldRef={field} /> : null}
    </div>
  );
}

/** The question and its answers. */
function Texts({ question }: { question: Question }) {
  const canReply = useOperator().can("support.reply");
  return (
    <ol className={styles.messages}>
      <li className={styles.message} data-kind="customer">
        <div className={styles.messageHead}>
          <span className="strong">{question.customerName}</span>
          <When at={question.createdAt} />
        </div>
        <p className={styles.text}>{question.question}</p>
      </li>
      {question.answers.map((answer) => (
        <li
          key={answer.id}
          className={styles.message}
          data-kind={answer.by === "shop" ? "operator" : "customer"}
        >
          <div className={styles.messageHead}>
            <span className="strong">
              {answer.by === "shop"
                ? t("support.theShop")
                : t("support.buyer", { name: answer.customerName })}
            </span>
            <When at={answer.createdAt} />
            {canReply ? <DeleteAnswer answerId={answer.id} /> : null}
          </div>
          <p className={styles.text}>{answer.answer}</p>
        </li>
      ))}
    </ol>
  );
}

function Visibility({ question }: { question: Question }) {
  const isOnline = useOnline();
  const changed = useChanged();
  const params = { path: { questionId: question.id } };
  const hide = () => unwrap(api.POST("/api/admin/v1/questions/{questionId}/hide", { params }));
  const publish = () =>
    unwrap(api.POST("/api/admin/v1/questions/{questionId}/publish", { params }));
  const toggle = useMutation({
    mutationFn: () => (question.hidden ? publish() : hide()),
    onSuccess: (now) => {
      changed(now);
      undoToast({
        text: t(now.hidden ? "support.questionHidden" : "support.questionShown"),
        undo: async () => changed(await (now.hidden ? publish() : hide())),
      });
    },
    onError: toastError,
  });
  return (
    <Button disabled={!isOnline || toggle.isPending} onClick={() => toggle.mutate()}>
      {t(question.hidden ? "support.publishQuestion" : "support.hideQuestion")}
    </Button>
  );
}

function DeleteAnswer({ answerId }: { answerId: number }) {
  const changed = useChanged();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/admin/v1/questions/answers/{answerId}", {
          params: { path: { answerId } },
        }),
      ),
    onSuccess: (now) => {
      setAsking(false);
      changed(now);
      toast(t("support.answerDeleted"));
    },
  });
  return (
    <>
      <button type="button" className="link small" onClick={() => setAsking(true)}>
        {t("support.deleteAnswer")}
      </button>
      <Modal opened={asking} onClose={() => setAsking(false)} title={t("support.deleteAnswer")}>
        <p>{t("support.deleteAnswerText")}</p>
        <ErrorNote error={remove.error} isWrite />
        <div className={styles.buttons}>
          <Button variant="subtle" onClick={() => setAsking(false)}>
            {t("support.keep")}
          </Button>
          <Button
            variant="filled"
            color="bad"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {t("support.deleteAnswer")}
          </Button>
        </div>
      </Modal>
    </>
  );
}

interface AnswerProps {
  question: Question;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}

function AnswerForm({ question, fieldRef }: AnswerProps) {
  const isOnline = useOnline();
  const changed = useChanged();
  const [text, setText] = useDraft(`question.${question.id}`);
  const send = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/questions/{questionId}/answers", {
          params: { path: { questionId: question.id }, header: { "If-Match": question.etag } },
          body: { answer: text },
        }),
      ),
    onSuccess: (now) => {
      setText("");
      changed(now);
      toast(t("support.answered"));
    },
    onError: (error) => {
      if (hasCode(error, "edit_conflict")) changed(error.details["current"] as Question);
    },
  });
  const isConflict = hasCode(send.error, "edit_conflict");
  return (
    <section className={styles.composer} aria-label={t("support.composer")}>
      <Textarea
        ref={fieldRef}
        onKeyDown={({ key }) => (key === "Escape" ? focusPage() : undefined)}
        label={t("support.answerLabel")}
        description={t("support.answerHint")}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={5000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {isConflict ? (
        <p className={styles.conflict} role="alert">
          {t("support.conflict")}
        </p>
      ) : (
        <ErrorNote error={send.error} isWrite />
      )}
      <div className={styles.sendRow}>
        <span className="quiet tiny">{text === "" ? "" : t("support.draftKept")}</span>
        <Button
          variant="filled"
          disabled={text.trim() === "" || !isOnline}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {t("support.answer")}
        </Button>
      </div>
    </section>
  );
}
