import type { NamedResult, Results, Wait } from '#/contracts/results/results.ts'
import { pagePaths } from '#/contracts/routes.ts'
import { durationText } from '../../dates.ts'
import type { Export } from '../shell/csv.ts'
import { csvHeaderOf, toCsvRows } from '../shell/csv.ts'
import { sourceLabel } from '../shell/filters.tsx'

/** What a table of results is split by. */
export type ResultsBy = 'source' | 'page'

/** What a source or page is called. */
export function nameInWords(by: ResultsBy, name: string): string {
  if (by === 'source') return sourceLabel(name)
  if (name === pagePaths.home) return 'Home page'
  return name.startsWith('/') ? name : 'Other pages'
}

const asText = (count: number) => count.toLocaleString('en-US')

const waitInWords = (wait: Wait) =>
  wait ? `${durationText(wait.median)}, 90% within ${durationText(wait.ninetieth)}` : '–'

const columns: { label: string; text: (result: Results['total']) => string }[] = [
  { label: 'Taps', text: ({ taps }) => asText(taps) },
  { label: 'Requests', text: ({ requests }) => asText(requests) },
  { label: 'Contacted', text: ({ answered }) => asText(answered) },
  { label: 'First contact after', text: ({ answerMinutes }) => waitInWords(answerMinutes) },
  { label: 'Matched', text: ({ matched }) => asText(matched) },
  { label: 'Done', text: ({ done }) => asText(done) },
  { label: 'Matched after', text: ({ matchMinutes }) => waitInWords(matchMinutes) },
]

type ResultsTableProps = {
  by: ResultsBy
  results: readonly NamedResult[]
  total: Results['total']
}

/** Results of visits, a row for each source or page, and all together. */
export function ResultsTable({ by, results, total }: ResultsTableProps) {
  return (
    <table className="results-table">
      <thead>
        <tr>
          <th scope="col">{by === 'source' ? 'Source' : 'Page'}</th>
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <tr key={result.name}>
            <th scope="row">{nameInWords(by, result.name)}</th>
            <ResultCells result={result} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <ResultCells result={total} />
        </tr>
      </tfoot>
    </table>
  )
}

/** On a narrow screen each cell says what it is, because the head of the table is not seen. */
function ResultCells({ result }: { result: Results['total'] }) {
  return columns.map(({ label, text }) => (
    <td key={label} data-label={label}>
      {text(result)}
    </td>
  ))
}

const csvColumns = [
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
    header: csvHeaderOf([by === 'source' ? 'Source' : 'Page', ...csvColumns]),
    toCsvRows: (rows) => toCsvRows(rows.map((row) => [nameInWords(by, row.name), ...toRow(row)])),
    readPage: async () => ({ data: results, nextCursor: null }),
  }
}
