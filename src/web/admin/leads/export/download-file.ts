/** Long enough for the slowest browser to have begun reading. */
const keepMs = 60_000

/** Saves a file on the person's computer. */
export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keepMs)
}
