const workbook =
  'This is a workbook, not a CSV file. Open it, save it as CSV, and choose that file. In Excel: File, Save As, “CSV UTF-8”. In Google Sheets: File, Download. In Numbers: File, Export To.'

const noText = 'This isn’t a text file. Please choose a sheet saved as CSV.'

/** What a workbook begins with: a zip archive, or the older form of Excel. */
const workbookBegins = ['PK\x03\x04', '\xd0\xcf\x11\xe0']

function decode(bytes: Uint8Array<ArrayBuffer>, begin: string): string {
  // As Excel saves "Unicode text".
  if (begin.startsWith('\xff\xfe')) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // As Excel saves it on Windows where it is told nothing else.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Returns the text of a file, as spreadsheets save one, or says what the file is in place of that. */
export function decodeSheet(bytes: Uint8Array<ArrayBuffer>): { csv: string } | { problem: string } {
  const begin = String.fromCharCode(...bytes.subarray(0, 4))
  if (workbookBegins.some((each) => begin.startsWith(each))) return { problem: workbook }
  const csv = decode(bytes, begin)
  return csv.includes('\0') ? { problem: noText } : { csv }
}
