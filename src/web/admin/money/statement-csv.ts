import { entryKindLabels } from '#/content/money.ts'
import type { Statement } from '#/contracts/money/ledger.ts'
import { sheetTime } from '../../dates.ts'
import { csvHeaderOf, type Export, toCsvRows } from '../shell/csv.ts'

const columns = ['Date', 'Entry', 'Text', 'Request', 'Amount', 'Balance']

/** The lines of a statement: its entries between the balance before and after them. */
function linesOf({ openingCents, closingCents, entries }: Statement): (string | number)[][] {
  let balance = openingCents
  const lines = entries.map(({ at, kind, text, reference, amountCents }) => {
    balance += amountCents
    return [
      ...[sheetTime(Date.parse(at)), entryKindLabels[kind], text, reference ?? ''],
      ...[amountCents / 100, balance / 100],
    ]
  })
  return [
    ['', 'Opening balance', '', '', '', openingCents / 100],
    ...lines,
    ['', 'Closing balance', '', '', '', closingCents / 100],
  ]
}

/** The file of a statement. */
export function statementExport(statement: Statement): Export<(string | number)[]> {
  return {
    header: csvHeaderOf(columns),
    toCsvRows: (rows) => toCsvRows([...rows]),
    readPage: async () => ({ data: linesOf(statement), nextCursor: null }),
  }
}
