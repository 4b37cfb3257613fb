import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { SkeletonText } from "../../ui/Skeletons";
import { holds, type Permission, permissionsQuery } from "./queries";
import styles from "./Team.module.css";

interface Props {
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** For tokens: only what tokens can have. */
  forTokens?: boolean;
  readOnly?: boolean;
}

/** All permissions by group. What the operator lacks cannot be given, and says so. */
export function PermissionChoice({ value, onChange, forTokens = false, readOnly = false }: Props) {
  const { data, error, refetch } = useQuery(permissionsQuery);
  if (!data) {
    return error ? (
      <ErrorPanel error={error} onRetry={() => void refetch()} plain />
    ) : (
      <SkeletonText lines={8} />
    );
  }
  const offered = data.filter((one) => !forTokens || one.forTokens);
  const groups = [...new Set(offered.map(({ groupName }) => groupName))];
  return (
    <Checkbox.Group value={[...value]} onChange={readOnly ? () => undefined : onChange}>
      {groups.map((group) => (
        <fieldset key={group} className={styles.group}>
          <legend>{group}</legend>
          {offered
            .filter(({ groupName }) => groupName === group)
            .map((permission) => (
              <Choice
                key={permission.name}
                permission={permission}
                isGiven={value.includes(permission.name)}
                readOnly={readOnly}
              />
            ))}
        </fieldset>
      ))}
    </Checkbox.Group>
  );
}

function Choice({
  permission,
  isGiven,
  readOnly,
}: {
  permission: Permission;
  isGiven: boolean;
  readOnly: boolean;
}) {
  const lacks = !holds(useOperator(), permission.name);
  return (
    <Checkbox
      value={permission.name}
      label={permission.description}
      description={lacks && !readOnly ? t("roles.lacking") : permission.name}
      disabled={readOnly || (lacks && !isGiven)}
    />
  );
}
