/** The address that a text is; undefined where it is none. `URL.parse` is newer than browsers in use. */
export function parseAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
