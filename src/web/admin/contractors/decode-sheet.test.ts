import { expect, test } from 'vitest'
import { decodeSheet } from './decode-sheet.ts'

const text = 'Company\tContact\r\nJosé’s Air\tZoë O’Brien\r\n'
const codes = [...text].map((letter) => letter.charCodeAt(0))
const littleEndian = codes.flatMap((code) => [code & 255, code >> 8])
const bigEndian = codes.flatMap((code) => [code >> 8, code & 255])
const utf8 = [...new TextEncoder().encode(text)]
const windows = [...text].map((letter) => (letter === '’' ? 0x92 : letter.charCodeAt(0)))

test.each([
  ['UTF-8', utf8],
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, ...utf8]],
  ['UTF-16 of Windows, as the Unicode text of Excel', [0xff, 0xfe, ...littleEndian]],
  ['UTF-16 with the larger byte first', [0xfe, 0xff, ...bigEndian]],
  ['UTF-16 without its mark', littleEndian],
  ['UTF-16 with the larger byte first and without its mark', bigEndian],
  ['Windows-1252', windows],
])('a file of %s is read', (_, bytes) => {
  expect(decodeSheet(new Uint8Array(bytes))).toEqual({ csv: text })
})

test('a workbook, and what is no text, is named for what it is', () => {
  const beginOf = (begin: string) => Uint8Array.from(begin, (letter) => letter.charCodeAt(0))
  const workbook = { problem: expect.stringMatching(/^This is a workbook.*save it as CSV/) }
  expect(decodeSheet(beginOf('PK\x03\x04\x14\0'))).toEqual(workbook)
  expect(decodeSheet(beginOf('\xd0\xcf\x11\xe0\xa1\xb1'))).toEqual(workbook)
  const noText = { problem: expect.stringMatching(/^This isn’t a text file/) }
  expect(decodeSheet(beginOf('%PDF-1.7\n\0\0'))).toEqual(noText)
  expect(decodeSheet(new Uint8Array())).toEqual({ csv: '' })
})
