/** Long enough for the slowest browser to have begun reading. */
const keepMs = 60_000

/** Saves a text as a file on the person's computer. */
export function downloadFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keepMs)
}
