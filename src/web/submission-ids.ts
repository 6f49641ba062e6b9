/** Makes a random UUID, also on a page without HTTPS, where browsers have no `crypto.randomUUID`. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}

/**
 * The id under which a content is sent: the one that it has had, so that sending it again is a repeat;
 * after an edit another, because that is a new submission.
 */
export function submissionIdFor(content: string, ids: Record<string, string> = {}): string {
  return ids[content] ?? randomId()
}
