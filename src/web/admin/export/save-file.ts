/** Long enough for the slowest browser to have begun reading the file. */
const revokeAfterMs = 60_000

/** Saves a file on the user's computer. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
