import { useState } from 'react'
import { serviceLabel } from '#/content/service-label.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import { byHand } from '#/contracts/money/money.ts'
import { monthInWords } from '#/contracts/money/months.ts'
import type { NamedResult, Results, Wait } from '#/contracts/results/results.ts'
import { durationText } from '../../dates.ts'
import { countText } from '../shell/counts.ts'
import { downloadCsv } from '../shell/csv.ts'
import { Choice, sourceLabel, ToolButton } from '../shell/filters.tsx'

/** What the table is split by, as its choice and its first column say it. */
const byLabels = { source: 'Source', service: 'Service', month: 'Month' } as const

type By = keyof typeof byLabels

/** What one of them is called. */
function nameInWords(by: By, name: string): string {
  if (name === byHand) return 'Entered by hand'
  return { source: sourceLabel, service: serviceLabel, month: monthInWords }[by](name)
}

const waitInWords = (wait: Wait) =>
  wait ? `${durationText(wait.median)}, 90% within ${durationText(wait.ninetieth)}` : '–'

type Column = {
  label: string
  text: (result: Results['total']) => string
  /** A time in words, which is long. */
  isWait?: true
}

const tapsLabel = 'Taps'

const columns: Column[] = [
  { label: tapsLabel, text: ({ taps }) => countText(taps ?? 0) },
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
  { label: 'Income', text: ({ incomeCents }) => formatCents(incomeCents) },
]

/** Results of visits, a row for each source, service or month, and all together. */
export function ResultsTable({ bySource, byService, byMonth, total }: Results) {
  const [by, setBy] = useState<By>('source')
  const results = { source: bySource, service: byService, month: byMonth }[by]
  // A tap is for no service.
  const shown = by === 'service' ? columns.filter(({ label }) => label !== tapsLabel) : columns
  return (
    <section className="office-part" aria-label={`By ${by}`}>
      <div className="list-head">
        <Choice
          frame={{ name: 'by', label: 'By' }}
          value={by}
          options={Object.entries(byLabels)}
          onChoose={(chosen) => setBy(chosen as By)}
        />
        <ToolButton isOff={false} onPress={() => downloadResults(by, results)}>
          Export CSV
        </ToolButton>
      </div>
      <table className="office-table">
        <thead>
          <tr>
            <th scope="col">{byLabels[by]}</th>
            {shown.map(({ label, isWait }) => (
              <th key={label} scope="col" className={isWait ? undefined : 'amount'}>
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
    </section>
  )
}

type ResultCellsProps = { columns: readonly Column[]; result: Results['total'] }

/** On a narrow screen each cell says what it is, because the head of the table is not seen. */
function ResultCells({ columns: shown, result }: ResultCellsProps) {
  return shown.map(({ label, text, isWait }) => (
    <td key={label} data-label={label} className={isWait ? 'whole' : 'amount'}>
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
  result.incomeCents / 100,
]

/** Saves the table as a file. */
function downloadResults(by: By, results: readonly NamedResult[]): void {
  const rows = results.map((row) => [nameInWords(by, row.name), ...toRow(row)])
  downloadCsv(`results-by-${by}.csv`, [byLabels[by], ...csvColumns], rows)
}
