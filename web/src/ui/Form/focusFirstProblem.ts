/** How many frames an answer may take to be drawn. */
const PATIENCE = 20;

/** Puts the focus on the first field of a form that is marked as wrong, once it is drawn so. */
export function focusFirstProblem(form: HTMLElement | null, patience = PATIENCE): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) {
      field.focus();
      field.scrollIntoView({ block: "center" });
    } else if (patience > 0) focusFirstProblem(form, patience - 1);
  });
}
