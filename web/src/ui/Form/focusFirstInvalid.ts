/** Animation frames to wait for the invalid field to be rendered. */
const MAX_FRAMES = 20;

/** Focuses the first invalid field of a form, once it is rendered as invalid. */
export function focusFirstInvalid(form: HTMLElement | null, frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) {
      field.focus();
      field.scrollIntoView({ block: "center" });
    } else if (frames > 0) focusFirstInvalid(form, frames - 1);
  });
}
