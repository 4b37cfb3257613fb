import { Button, Combobox, useCombobox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { Icon } from "../../ui/Icon";
import styles from "./SavedReplies.module.css";

interface Props {
  ticketId: string;
  /** Gets the text with the ticket's values in place of its placeholders. */
  onPick: (text: string) => void;
}

/** The saved replies that contain the word, with the ticket's values in place of their placeholders. */
function useFound(ticketId: string, word: string, enabled: boolean) {
  const { data: replies } = useQuery({
    queryKey: ["inbox", "filled-replies", ticketId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/tickets/{ticketId}/saved-replies", {
          params: { path: { ticketId } },
        }),
      ),
    enabled,
  });
  return replies?.filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(word));
}

/** Finds a saved reply and inserts it, to be edited before it is sent. */
export function SavedReplyPicker({ ticketId, onPick }: Props) {
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch("");
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const found = useFound(ticketId, search.trim().toLowerCase(), combobox.dropdownOpened);
  return (
    <Combobox
      store={combobox}
      width={320}
      position="top-start"
      withinPortal
      onOptionSubmit={(id) => {
        const reply = found?.find((one) => String(one.id) === id);
        combobox.closeDropdown();
        if (reply) onPick(reply.text);
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          leftSection={<Icon name="copy" small />}
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          {t("support.insertReply")}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={t("support.searchReplies")}
          placeholder={t("support.searchReplies")}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            combobox.selectFirstOption();
          }}
        />
        <Combobox.Options className={styles.replies} aria-label={t("support.insertReply")}>
          {found?.map(({ id, name, text }) => (
            <Combobox.Option key={id} value={String(id)}>
              <span className="strong">{name}</span>
              <span className={styles.replyText}>{text}</span>
            </Combobox.Option>
          ))}
          {found?.length === 0 ? <Combobox.Empty>{t("support.noReplies")}</Combobox.Empty> : null}
        </Combobox.Options>
        <Combobox.Footer>
          <Link className="link small" to="/support/saved-replies">
            {t("support.manageReplies")}
          </Link>
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
}
