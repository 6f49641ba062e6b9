const workbook =
  'This is a workbook, not a CSV file. Open it, save it as CSV, and choose that file. In Excel: File, Save As, “CSV UTF-8”. In Google Sheets: File, Download. In Numbers: File, Export To.'

const noText = 'This isn’t a text file. Please choose a sheet saved as CSV.'

/** What a workbook begins with: a zip archive, or the older form of Excel. */
const workbookBegins = ['PK\x03\x04', '\xd0\xcf\x11\xe0']

/** As which UTF-16 a text is written: by its mark, or by the empty half of its first letter. */
function utf16Of([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second) ? 'utf-16be' : undefined
}

function decode(bytes: Uint8Array<ArrayBuffer>): string {
  // As Excel saves "Unicode text".
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
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
  const csv = decode(bytes)
  return csv.includes('\0') ? { problem: noText } : { csv }
}
