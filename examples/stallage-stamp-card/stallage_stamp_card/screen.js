/** Lists customers with their stamps. The interface is described in docs/extending.md. */
export const version = 1;

export async function mount({ element, api, locale, navigate }) {
  const cards = await api("/api/admin/v1/stamp-card/cards");
  if (cards.length === 0) {
    element.append(paragraph("No customer has a stamp yet. Each order adds one."));
    return () => element.replaceChildren();
  }
  const count = new Intl.NumberFormat(locale);
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const title of ["Customer", "Stamps", "Full cards"]) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = title;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const { customerId, name, stamps, size, fullCards } of cards) {
    const row = body.insertRow();
    row.insertCell().append(link(name, `/customers/${customerId}`, navigate));
    row.insertCell().textContent = `${count.format(stamps)} / ${count.format(size)}`;
    row.insertCell().textContent = count.format(fullCards);
  }
  element.append(table);
  return () => element.replaceChildren();
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

/** A link within the back office, without loading the page again. */
function link(text, path, navigate) {
  const element = document.createElement("a");
  element.href = `/backoffice${path}`;
  element.className = "link";
  element.textContent = text;
  element.addEventListener("click", (event) => {
    event.preventDefault();
    navigate(path);
  });
  return element;
}
