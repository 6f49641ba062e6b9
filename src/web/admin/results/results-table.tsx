import { useState } from 'react'
import { Link } from 'wouter'
import { serviceLabel } from '#/content/service-label.ts'
import { monthInWords } from '#/contracts/days.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import { byHand } from '#/contracts/money/money.ts'
import type { NamedResult, Results, Wait } from '#/contracts/results/results.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { durationText } from '../../dates.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { counted, countText } from '../shell/counts.ts'
import { downloadCsv } from '../shell/csv.ts'
import { sourceLabel } from '../shell/filters.tsx'
import { OfficePart } from '../shell/part-form.tsx'

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

type Result = Results['total']

const columns: Column<Result>[] = [
  { label: 'Taps', kind: 'amount', cell: ({ taps }) => countText(taps ?? 0) },
  { label: 'Requests', kind: 'amount', cell: ({ requests }) => countText(requests) },
  { label: 'Contacted', kind: 'amount', cell: ({ answered }) => countText(answered) },
  {
    label: 'First contact (business hours)',
    kind: 'whole',
    cell: ({ answerMinutes }) => waitInWords(answerMinutes),
  },
  { label: 'Matched', kind: 'amount', cell: ({ matched }) => countText(matched) },
  { label: 'Done', kind: 'amount', cell: ({ done }) => countText(done) },
  {
    label: 'Time to match',
    kind: 'whole',
    cell: ({ matchMinutes }) => waitInWords(matchMinutes),
  },
  { label: 'Revenue', kind: 'amount', cell: ({ incomeCents }) => formatCents(incomeCents) },
]

/** Results of visits, a row for each source, service or month, and all together. */
export function ResultsTable({ bySource, byService, byMonth, total }: Results) {
  const [by, setBy] = useState<By>('source')
  const results = { source: bySource, service: byService, month: byMonth }[by]
  // A tap is for no service.
  const figures = by === 'service' ? columns.slice(1) : columns
  return (
    <section className="office-part" aria-label={`By ${by}`}>
      <div className="row ends list-head">
        <SelectField
          frame={{ name: 'by', label: 'By' }}
          value={by}
          of={Object.entries(byLabels)}
          onChange={({ target }) => setBy(target.value as By)}
        />
        <Button onPress={() => downloadResults(by, results)}>Export CSV</Button>
      </div>
      <Table<NamedResult>
        columns={[
          { label: byLabels[by], kind: 'head', cell: ({ name }) => nameInWords(by, name) },
          ...figures,
        ]}
        rows={results}
        keyOf={({ name }) => name}
        last={['All', ...figures.map(({ cell }) => cell(total))]}
      />
    </section>
  )
}

const whole = (minutes: number | undefined) => (minutes === undefined ? '' : Math.round(minutes))

/** The columns of the file behind the name, and what stands in each. */
const csvColumns: readonly [string, (result: NamedResult) => string | number][] = [
  ['Phone taps', ({ taps }) => taps ?? ''],
  ['Requests', ({ requests }) => requests],
  ['Contacted', ({ answered }) => answered],
  ['Median minutes to first contact in business hours', (row) => whole(row.answerMinutes?.median)],
  [
    '90% contacted within this many minutes in business hours',
    (row) => whole(row.answerMinutes?.ninetieth),
  ],
  ['Matched', ({ matched }) => matched],
  ['Median minutes to match', (row) => whole(row.matchMinutes?.median)],
  ['90% matched within this many minutes', (row) => whole(row.matchMinutes?.ninetieth)],
  ['Done', ({ done }) => done],
  ['Revenue in dollars', ({ incomeCents }) => incomeCents / 100],
]

/** Saves the table as a file. */
function downloadResults(by: By, results: readonly NamedResult[]): void {
  downloadCsv(
    `results-by-${by}.csv`,
    [byLabels[by], ...csvColumns.map(([heading]) => heading)],
    results.map((row) => [nameInWords(by, row.name), ...csvColumns.map(([, value]) => value(row))]),
  )
}

/** What the business does, as three questions with their answers: the first is the large one. */
export function ThreeQuestions({ total }: { total: Result }) {
  const { requests, taps, matched, done, matchMinutes, incomeCents } = total
  const wait = matchMinutes
    ? `Median time to match: ${durationText(matchMinutes.median)}`
    : 'None matched yet'
  const questions = {
    Requests: [counted(requests, 'request'), counted(taps ?? 0, 'phone tap')],
    Matched: [`${countText(matched)} matched, ${countText(done)} done`, wait],
    Revenue: [formatCents(incomeCents)],
  }
  return (
    <>
      <div className="results-questions">
        {Object.entries(questions).map(([heading, answers]) => (
          <OfficePart key={heading} heading={heading}>
            {answers.map((answer) => (
              <p key={answer} className="strong results-answer">
                {answer}
              </p>
            ))}
          </OfficePart>
        ))}
      </div>
      <p className="by">
        Matched: a contractor has the request or has done the job. Revenue: fees minus credits, by
        the date of each entry under{' '}
        <Link className="text-button" href={adminPaths.money}>
          Money
        </Link>
        . Phone taps are counted by day and source, and we never record who tapped. Requests held as
        spam aren’t counted.
      </p>
    </>
  )
}
