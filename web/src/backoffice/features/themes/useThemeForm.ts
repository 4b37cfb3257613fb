import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Versioned } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { conflictOf } from "../../ui/ConflictDialog";
import { toast, undoToast } from "../../ui/toasts";
import {
  checkQuery,
  type ColourName,
  type Detail,
  publishTheme,
  saveTheme,
  type Scheme,
  showVersion,
  themeQuery,
  themesQuery,
  type Tokens,
} from "./queries";

interface Form {
  name: string;
  tokens: Tokens;
}

const formOf = ({ name, tokens }: Form): Form => ({ name, tokens });

/** The fields of a form by name, such as `light.ink`. */
function fieldsOf({ name, tokens }: Form): Record<string, unknown> {
  const { light, dark, ...rest } = tokens;
  const inScheme = (scheme: Scheme, colours: object) =>
    Object.entries(colours).map(([key, value]): [string, unknown] => [`${scheme}.${key}`, value]);
  return {
    name,
    ...rest,
    ...Object.fromEntries([...inScheme("light", light), ...inScheme("dark", dark)]),
  };
}

function changedFields(one: Form, other: Form): string[] {
  const theirs = fieldsOf(other);
  return Object.entries(fieldsOf(one)).flatMap(([key, value]) =>
    value === theirs[key] ? [] : [key],
  );
}

/** One form with some of the fields of another. */
function merged(base: Form, mine: Form, keys: ReadonlySet<string>): Form {
  const pick = <T extends object>(prefix: string, theirs: T, own: T): T => ({
    ...theirs,
    ...Object.fromEntries(Object.entries(own).filter(([key]) => keys.has(prefix + key))),
  });
  const { light, dark, ...rest } = pick("", base.tokens, mine.tokens);
  return {
    name: keys.has("name") ? mine.name : base.name,
    tokens: {
      ...rest,
      light: pick("light.", light, mine.tokens.light),
      dark: pick("dark.", dark, mine.tokens.dark),
    },
  };
}

/** A theme until it is saved: its fields, how they look, and publishing. */
export function useThemeForm(loaded: Versioned<Detail>) {
  const client = useQueryClient();
  const { id } = loaded.output;
  const [base, setBase] = useState(loaded);
  const [form, setForm] = useState(() => formOf(loaded.output));
  const changes = changedFields(form, formOf(base.output));
  // Undone or restored elsewhere: shown at once where nothing was edited.
  if (loaded.etag !== base.etag && changes.length === 0) {
    setBase(loaded);
    setForm(formOf(loaded.output));
  }
  const check = useQuery({ ...checkQuery(form.tokens), placeholderData: keepPreviousData });
  const save = useMutation({
    mutationFn: () => saveTheme(id, form, base.etag ?? ""),
    onSuccess: (saved) => {
      setBase(saved);
      setForm(formOf(saved.output));
      client.setQueryData(themeQuery(id).queryKey, saved);
      toast(t("themes.saved"));
      return client.invalidateQueries({ queryKey: themesQuery.queryKey, exact: true });
    },
  });
  const publish = usePublish(id, base.etag ?? "");
  const conflict = conflictOf(save.error);
  const theirs = conflict ? (conflict.current as Detail) : null;
  return {
    form,
    setName: (name: string) => setForm((before) => ({ ...before, name })),
    setTokens: (changed: Partial<Tokens>) =>
      setForm((before) => ({ ...before, tokens: { ...before.tokens, ...changed } })),
    setColour: (scheme: Scheme, name: ColourName, value: string | null) =>
      setForm((before) => ({
        ...before,
        tokens: { ...before.tokens, [scheme]: { ...before.tokens[scheme], [name]: value } },
      })),
    changes: changes.length,
    check,
    save,
    publish,
    errors: fieldErrors(save.error),
    discard: () => {
      setForm(formOf(base.output));
      save.reset();
    },
    conflict:
      theirs === null
        ? null
        : { keys: changedFields(form, theirs), theirs: fieldsOf(theirs), mine: fieldsOf(form) },
    resolve: (keys: ReadonlySet<string>) => {
      if (theirs === null || conflict === null) return;
      setForm((mine) => merged(theirs, mine, keys));
      setBase({ output: theirs, etag: conflict.etag });
      save.reset();
    },
  };
}

export type ThemeForm = ReturnType<typeof useThemeForm>;

function usePublish(id: number, etag: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: themesQuery.queryKey });
  return useMutation({
    mutationFn: () => publishTheme(id, etag),
    onSuccess: ({ previousVersionId }) => {
      undoToast({
        text: t("themes.published"),
        undo: () => showVersion(previousVersionId).then(refresh),
      });
      return refresh();
    },
  });
}
