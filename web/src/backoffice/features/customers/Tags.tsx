import { Pill } from "@mantine/core";

/** An operator's tags of a customer. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Pill.Group component="span">
      {tags.map((tag) => (
        <Pill key={tag} component="span">
          {tag}
        </Pill>
      ))}
    </Pill.Group>
  );
}
