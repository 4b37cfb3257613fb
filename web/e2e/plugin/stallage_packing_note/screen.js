export const version = 1;

export async function mount({ element, api }) {
  const { text, copies, paper } = await api("/api/admin/v1/packing-note");
  const note = document.createElement("p");
  note.textContent = `${text} ${copies} × ${paper}`;
  element.append(note);
}
