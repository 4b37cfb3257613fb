import { Prose } from "./Prose";

export const Article = () => (
  <Prose html="<h2>First firing</h2><p>It <em>worked</em>.</p><ul><li>Clay</li><li>Kiln</li></ul>" />
);
