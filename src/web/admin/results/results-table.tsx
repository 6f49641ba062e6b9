import { serviceLabel } from '#/content/service-label.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import { byHand, outsideTown, unknownTown } from '#/contracts/money/money.ts'
import { monthInWords } from '#/contracts/money/months.ts'
import type { NamedResult, Results, Wait } from '#/contracts/results/results.ts'
import { pagePaths } from '#/contracts/routes.ts'
import { durationText } from '../../dates.ts'
import { countText } from '../shell/counts.ts'
import { downloadCsv } from '../shell/csv.ts'
import { sourceLabel } from '../shell/filters.tsx'

/** What a table of results is split by. */
export type ResultsBy = 'source' | 'service' | 'town' | 'month' | 'landing' | 'page'

/** What a table is split by, as its heading and its first column say it. */
export const byLabels: Record<ResultsBy, string> = {
  source: 'Source',
  service: 'Service',
  town: 'Town',
  month: 'Month',
  landing: 'First page of the visit',
  page: 'Page of the request or tap',
}

const townLabels: Record<string, string> = {
  [outsideTown]: 'Outside our towns',
  [unknownTown]: 'Not known yet',
}

/** What one of them is called. */
function nameInWords(by: ResultsBy, name: string): string {
  if (name === byHand) return 'Entered by hand'
  if (by === 'source') return sourceLabel(name)
  if (by === 'service') return serviceLabel(name)
  if (by === 'town') return townLabels[name] ?? name
  if (by === 'month') return monthInWords(name)
  if (name === pagePaths.home) return 'Home page'
  return name.startsWith('/') ? name : 'Other pages'
}

const waitInWords = (wait: Wait) =>
  wait ? `${durationText(wait.median)}, 90% within ${durationText(wait.ninetieth)}` : '–'

type Column = {
  label: string
  text: (result: Results['total']) => string
  /** A time in words, which is long. */
  isWait?: true
  /** The figure that not every table has. */
  only?: 'taps' | 'incomeCents'
}

const columns: Column[] = [
  { label: 'Taps', text: ({ taps }) => (taps === null ? '–' : countText(taps)), only: 'taps' },
  { label: 'Requests', text: ({ requests }) => countText(requests) },
  { label: 'Contacted', text: ({ answered }) => countText(answered) },
  {
    label: 'First contact after, opening hours',
    text: ({ answerMinutes }) => waitInWords(answerMinutes),
    isWait: true,
  },
  { label: 'Matched', text: ({ matched }) => countText(matched) },
  { label: 'Done', text: ({ done }) => countText(done) },
  {
    label: 'Matched after, by the clock',
    text: ({ matchMinutes }) => waitInWords(matchMinutes),
    isWait: true,
  },
  {
    label: 'Income',
    text: ({ incomeCents }) => (incomeCents === null ? '–' : formatCents(incomeCents)),
    only: 'incomeCents',
  },
]

type ResultsTableProps = {
  by: ResultsBy
  results: readonly NamedResult[]
  total: Results['total']
}

/** A column of which this table knows nothing is left out: a tap has no town, and a fee no page. */
function columnsOf(results: readonly NamedResult[]): Column[] {
  const isKnown = ({ only }: Column) => !only || results.some((result) => result[only] !== null)
  return columns.filter(isKnown)
}

/** Results of visits, a row for each source, service, town, month or page, and all together. */
export function ResultsTable({ by, results, total }: ResultsTableProps) {
  const shown = columnsOf(results)
  return (
    <table className="results-table">
      <thead>
        <tr>
          <th scope="col">{byLabels[by]}</th>
          {shown.map(({ label, isWait }) => (
            <th key={label} scope="col" data-wait={isWait}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <tr key={result.name}>
            <th scope="row">{nameInWords(by, result.name)}</th>
            <ResultCells columns={shown} result={result} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <ResultCells columns={shown} result={total} />
        </tr>
      </tfoot>
    </table>
  )
}

type ResultCellsProps = { columns: readonly Column[]; result: Results['total'] }

/** On a narrow screen each cell says what it is, because the head of the table is not seen. */
function ResultCells({ columns: shown, result }: ResultCellsProps) {
  return shown.map(({ label, text, isWait }) => (
    <td key={label} data-label={label} data-wait={isWait}>
      {text(result)}
    </td>
  ))
}

const csvColumns = [
  'Taps on the number',
  'Requests',
  'Contacted',
  'Median minutes to first contact in opening hours',
  '90% contacted within minutes of opening hours',
  'Matched',
  'Median minutes to match by the clock',
  '90% matched within minutes by the clock',
  'Done',
  'Income in dollars',
]

const waitCells = (wait: Wait) =>
  wait ? [Math.round(wait.median), Math.round(wait.ninetieth)] : ['', '']

const toRow = (result: NamedResult) => [
  result.taps ?? '',
  result.requests,
  result.answered,
  ...waitCells(result.answerMinutes),
  result.matched,
  ...waitCells(result.matchMinutes),
  result.done,
  result.incomeCents === null ? '' : result.incomeCents / 100,
]

/** Saves one table as a file. */
export function downloadResults(by: ResultsBy, results: readonly NamedResult[]): void {
  const rows = results.map((row) => [nameInWords(by, row.name), ...toRow(row)])
  downloadCsv(`results-by-${by}.csv`, [byLabels[by], ...csvColumns], rows)
}
