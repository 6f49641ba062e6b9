/** The link that writes to an address, which may hold signs that mean something in a link. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}
