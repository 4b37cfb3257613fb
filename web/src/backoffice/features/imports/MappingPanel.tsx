import { Button, Radio, Select } from "@mantine/core";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { ApiError } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import styles from "./imports.module.css";
import { groupName, optionName, valueName } from "./names";
import type { ImportDetails } from "./queries";
import { useStep } from "./useStep";

const IGNORE = "";

interface Props {
  run: ImportDetails;
  onChecked: () => void;
}

/** Which column is which field, and what happens to products that exist or are missing. */
export function MappingPanel({ run, onChecked }: Props) {
  const online = useOnline();
  const [mapping, setMapping] = useState(() => run.columns.map(({ target }) => target));
  const [options, setOptions] = useState(() =>
    Object.fromEntries(run.options.map(({ id, value }) => [id, value])),
  );
  const check = useStep(run.id, () =>
    unwrap(
      api.PUT("/api/admin/v1/imports/{importId}/mapping", {
        params: { path: { importId: run.id } },
        body: { mapping, options },
      }),
    ),
  );
  const setTarget = (place: number, target: string) =>
    setMapping((before) => before.map((one, index) => (index === place ? target : one)));
  return (
    <>
      {run.reason ? (
        <p className={styles.reason} role="alert">
          {run.reason}
        </p>
      ) : null}
      <Panel title={t("imports.columns")}>
        <p className="quiet">{t("imports.columnsHelp")}</p>
        <UnknownColumns run={run} />
        {run.remembered ? <p className="small">{t("imports.remembered")}</p> : null}
        <ColumnTable run={run} mapping={mapping} onChange={setTarget} />
      </Panel>
      <Panel>
        <Options
          run={run}
          chosen={options}
          onChange={(id, value) => setOptions((before) => ({ ...before, [id]: value }))}
        />
        <MappingErrors error={check.error} />
        <Button
          variant="filled"
          onClick={() => check.mutate(undefined, { onSuccess: onChecked })}
          loading={check.isPending}
          disabled={!online}
        >
          {t("imports.check")}
        </Button>
        <p className="quiet small">{t("imports.checkHelp")}</p>
      </Panel>
    </>
  );
}

/** Shown for a file of which no column is a field that every file needs. */
function UnknownColumns({ run }: { run: ImportDetails }) {
  const missing = run.fields.filter(
    ({ id, required }) => required && !run.columns.some(({ proposed }) => proposed === id),
  );
  if (missing.length === 0) return null;
  const fields = missing.map(({ label }) => `“${label}”`).join(", ");
  return <p>{t("imports.unknown", { format: run.formatName, fields })}</p>;
}

interface OptionsProps {
  run: ImportDetails;
  chosen: Readonly<Record<string, string>>;
  onChange: (id: string, value: string) => void;
}

function Options({ run, chosen, onChange }: OptionsProps) {
  return run.options.map(({ id, values }) => (
    <Radio.Group
      key={id}
      className={styles.option}
      label={optionName(id)}
      value={chosen[id] ?? null}
      onChange={(value) => onChange(id, value)}
    >
      <div className={styles.choices}>
        {values.map((value) => (
          <Radio key={value} value={value} label={valueName(id, value)} />
        ))}
      </div>
    </Radio.Group>
  ));
}

function MappingErrors({ error }: { error: unknown }) {
  const texts = error instanceof ApiError ? error.fields["mapping"] : undefined;
  if (!texts) return <ErrorNote error={error} isWrite />;
  return (
    <ul className={styles.errors} role="alert">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

interface TableProps {
  run: ImportDetails;
  mapping: readonly string[];
  onChange: (place: number, target: string) => void;
}

function ColumnTable({ run, mapping, onChange }: TableProps) {
  const choices = [
    { value: IGNORE, label: t("imports.ignore") },
    ...[...new Set(run.fields.map(({ group }) => group))].map((group) => ({
      group: groupName(group),
      items: run.fields
        .filter((field) => field.group === group)
        .map(({ id, label }) => ({ value: id, label })),
    })),
  ];
  return (
    <ul className={styles.columns}>
      {run.columns.map(({ name, samples }, place) => {
        const column = name || t("imports.unnamed", { number: place + 1 });
        return (
          <li key={place} className={styles.column}>
            <div className={styles.what}>
              <span className="strong">{column}</span>
              <span className="quiet small">{samples.join(" · ")}</span>
            </div>
            <Select
              className={styles.target}
              aria-label={t("imports.targetOf", { column })}
              data={choices}
              value={mapping[place] ?? IGNORE}
              allowDeselect={false}
              searchable
              onChange={(target) => onChange(place, target ?? IGNORE)}
            />
          </li>
        );
      })}
    </ul>
  );
}
