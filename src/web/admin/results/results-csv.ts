import type { NamedResult, Wait } from '#/contracts/results/results.ts'
import { csvHeaderOf, toCsvRows } from '../export/csv.ts'
import type { Export } from '../export/export-pages.ts'
import { nameInWords, type ResultsBy } from './results-table.tsx'

const columns = [
  'Taps on the number',
  'Requests',
  'Contacted',
  'Median minutes to first contact',
  '90% contacted within minutes',
  'Matched',
  'Median minutes to match',
  '90% matched within minutes',
  'Done',
]

const waitCells = (wait: Wait) =>
  wait ? [Math.round(wait.median), Math.round(wait.ninetieth)] : ['', '']

const toRow = (result: NamedResult) => [
  result.taps,
  result.requests,
  result.answered,
  ...waitCells(result.answerMinutes),
  result.matched,
  ...waitCells(result.matchMinutes),
  result.done,
]

/** The file of one table. */
export function resultsExport(by: ResultsBy, results: readonly NamedResult[]): Export<NamedResult> {
  return {
    header: csvHeaderOf([by === 'source' ? 'Source' : 'Page', ...columns]),
    toCsvRows: (rows) => toCsvRows(rows.map((row) => [nameInWords(by, row.name), ...toRow(row)])),
    readPage: async () => ({ data: results, nextCursor: null }),
  }
}
