// Addresses inside the page.

export const toGame = (id) => `#/game/${encodeURIComponent(id)}`;

/** The address that a friend opens to take a free seat; `invite` is empty for a public table. */
export function inviteLink(id, invite) {
  const path = ["join", id, invite].filter(Boolean).map(encodeURIComponent).join("/");
  return `${location.origin}${location.pathname}#/${path}`;
}

export function go(hash) {
  location.hash = hash;
}
