import { Section } from "./Section";

export const WithLink = () => (
  <Section title="New this week" link={{ to: "/search", text: "See all" }}>
    <p>Twelve products</p>
  </Section>
);
