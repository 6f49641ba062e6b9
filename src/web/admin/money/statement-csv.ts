import { entryKindLabels } from '#/content/money.ts'
import type { Statement } from '#/contracts/money/ledger.ts'
import { sheetTime } from '../../dates.ts'
import { downloadCsv } from '../shell/csv.ts'

const columns = ['Date', 'Entry', 'Text', 'Request', 'Amount', 'Balance']

/** True for the statement of this month: more may follow. */
export const isRunning = ({ month, months }: Statement) => month === months[0]

/** What the last line of a statement is called. */
export const closingLabel = (statement: Statement) =>
  isRunning(statement) ? 'Balance so far' : 'Closing balance'

/** The lines of a statement: its entries between the balance before and after them. */
function linesOf(statement: Statement): (string | number)[][] {
  const { openingCents, closingCents, entries } = statement
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
    ['', closingLabel(statement), '', '', '', closingCents / 100],
  ]
}

/** Saves a statement as a file. */
export function downloadStatement(statement: Statement): void {
  const { month, contractorId } = statement
  downloadCsv(`statement-${month}-${contractorId}.csv`, columns, linesOf(statement))
}
