/** What a source is called: the server's word, as a label begins. */
export function sourceLabel(source: string): string {
  return source.charAt(0).toUpperCase() + source.slice(1)
}
