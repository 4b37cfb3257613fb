import { Button, Checkbox, TextInput } from "@mantine/core";
import { fieldErrors } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ConflictDialog } from "../../../ui/ConflictDialog";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { money } from "../../../ui/Money";
import { AddItems } from "./AddItems";
import type { Order } from "../detail/order";
import { ADDRESS, addressValues } from "./addressForm";
import { EditLines } from "./EditLines";
import { EditOutcome } from "./EditOutcome";
import { isAsking, isPaid } from "./editForm";
import styles from "./money.module.css";
import type { OrderPanelProps } from "./props";
import { AmountInput } from "./RefundTerms";
import { type OrderEdit, useOrderEdit } from "./useOrderEdit";

/** Changes items, prices and address of an order that is not packed. Nothing is saved before Save. */
export default function EditPanel(props: OrderPanelProps) {
  const edit = useOrderEdit(props);
  const { base, form, setForm, conflict } = edit;
  return (
    <ActionPanel
      title={t("edits.title")}
      opened={props.opened}
      onClose={props.onClose}
      footer={<EditFooter edit={edit} />}
    >
      <div className={styles.form}>
        <EditLines order={base} form={form} onChange={setForm} />
        {isPaid(base) ? <p className="quiet">{t("edits.paidAdd")}</p> : null}
        <AddItems orderId={base.orderId} form={form} onChange={setForm} />
        <DiscountFields edit={edit} />
        {base.address ? <AddressFields edit={edit} /> : null}
        {edit.isChosen ? (
          <EditOutcome
            preview={edit.preview}
            pending={edit.isPreviewing}
            error={edit.previewError}
          />
        ) : null}
      </div>
      <ConflictDialog
        opened={conflict.isOpen}
        fields={conflict.fields}
        onClose={() => edit.save.reset()}
        onResolve={conflict.resolve}
      />
    </ActionPanel>
  );
}

function DiscountFields({ edit }: { edit: OrderEdit }) {
  const { base, form, setForm } = edit;
  const operator = useOperator();
  // Nothing is asked for, so a discount gives money back.
  const paid = isPaid(base) && !isAsking(base, form);
  if (paid && !operator.can("refunds.goodwill")) {
    return <p className="quiet">{t("edits.discountNoRight")}</p>;
  }
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.title}>{t("edits.discount")}</legend>
      <AmountInput
        currency={base.total.currency}
        label={t("edits.discountAmount")}
        description=""
        value={form.discount}
        onChange={(discount) => setForm({ ...form, discount })}
      />
      <TextInput
        label={t("edits.discountReason")}
        description={t(discountHelp(base, paid))}
        maxLength={120}
        value={form.reason}
        onChange={({ currentTarget }) => setForm({ ...form, reason: currentTarget.value })}
      />
    </fieldset>
  );
}

function discountHelp(order: Order, givesBack: boolean) {
  if (givesBack) return "edits.discountHelpPaid";
  return isPaid(order) ? "edits.discountHelpAsked" : "edits.discountHelp";
}

function AddressFields({ edit }: { edit: OrderEdit }) {
  const { base, form, setForm } = edit;
  const { address } = form;
  const errors = fieldErrors(edit.previewError);
  return (
    <div className={styles.fields}>
      <Checkbox
        label={t("edits.address")}
        checked={address !== null}
        onChange={({ currentTarget }) =>
          setForm({ ...form, address: currentTarget.checked ? addressValues(base) : null })
        }
      />
      {address
        ? Object.entries(ADDRESS).map(([name, label]) => (
            <TextInput
              key={name}
              label={t(label)}
              maxLength={254}
              value={address[name] ?? ""}
              error={errors[`address.${name}`]}
              onChange={({ currentTarget }) =>
                setForm({ ...form, address: { ...address, [name]: currentTarget.value } })
              }
            />
          ))
        : null}
    </div>
  );
}

function saveLabel({ preview }: OrderEdit): string {
  if (preview && preview.toGiveBack.amount > 0) {
    return t("edits.saveBack", { amount: money(preview.toGiveBack) });
  }
  if (preview && preview.toAskFor.amount > 0) {
    const amount = money(preview.toAskFor);
    return t(preview.isPaid ? "edits.saveAskPaid" : "edits.saveAsk", { amount });
  }
  return t("edits.save");
}

function EditFooter({ edit }: { edit: OrderEdit }) {
  const online = useOnline();
  const { save, conflict } = edit;
  return (
    <div className={styles.footer}>
      <ErrorNote error={conflict.isOpen ? null : save.error} isWrite />
      {edit.mayGiveBack ? null : <p>{t("edits.noRight")}</p>}
      <Button
        variant="filled"
        fullWidth
        loading={save.isPending}
        disabled={!edit.isReady}
        title={online ? undefined : t("frame.offlineWrites")}
        onClick={() => save.mutate()}
      >
        {saveLabel(edit)}
      </Button>
      {edit.isDirty ? (
        <Button fullWidth disabled={save.isPending} onClick={() => edit.discard()}>
          {t("edits.discard")}
        </Button>
      ) : null}
      <p className="quiet tiny">{edit.isChosen ? t("edits.note") : t("edits.nothing")}</p>
    </div>
  );
}
