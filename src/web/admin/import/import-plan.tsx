import { capitalized } from '#/content/business.ts'
import type { ImportPlan, Places } from '#/contracts/sheets.ts'
import { SelectField } from '../../ui/fields.tsx'
import { counted } from '../shell/counts.ts'

/** What an import calls those whom it is about. */
export type ImportWords = {
  /** One of them. */
  noun: string
  /** The mark of a row that changes nothing. */
  unchanged: string
  /** What would be done with so many. */
  inWords: (counts: ImportPlan['counts']) => string
}

type ImportColumnsProps = {
  plan: ImportPlan
  isOff: boolean
  onPlace: (places: Places) => void
}

/** 'A', 'B', …, 'AA': as a spreadsheet names a column. */
function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last
}

/** Which column of the file each field is read from: found by name, and chosen where that fails. */
export function ImportColumns({ plan, isOff, onPlace }: ImportColumnsProps) {
  const { headings, columns } = plan
  const found = columns.filter(({ place }) => place !== null).length
  const options = headings.map((heading, at): [string, string] => [
    String(at),
    heading || `Column ${letterOf(at)}`,
  ])

  function choose(field: string, value: string) {
    const places = columns.map((column) => [
      column.field,
      column.field !== field ? column.place : value === '' ? null : Number(value),
    ])
    onPlace(Object.fromEntries(places))
  }

  return (
    <details className="opener" open={found < columns.length || undefined}>
      <summary>
        Columns: {found} of {columns.length} found in the file
      </summary>
      <div className="import-columns">
        {columns.map(({ field, label, place }) => (
          <SelectField
            key={field}
            frame={{ name: `column-${field}`, label }}
            none="Leave out"
            of={options}
            value={place === null ? '' : String(place)}
            disabled={isOff}
            onChange={(event) => choose(field, event.target.value)}
          />
        ))}
      </div>
    </details>
  )
}

type WordsProps = { plan: ImportPlan; words: ImportWords }

/** What an import would do, in a sentence. */
export function PlanInWords({ plan: { problem, counts, rows }, words }: WordsProps) {
  if (problem !== null) return <p className="problem">{problem}</p>
  const { refused } = counts
  return (
    <div className="import-plan">
      {refused > 0 && (
        <p className="problem">
          {counted(refused, 'row')} cannot be imported as {refused === 1 ? 'it is' : 'they are'}, so
          nothing can. Choose another column above, or fix the file and choose it again.
        </p>
      )}
      {refused < rows.length && (
        <p>
          {refused > 0 && 'Of the other rows: '}
          <strong>{words.inWords(counts)}</strong>
        </p>
      )}
    </div>
  )
}

type Row = ImportPlan['rows'][number]

const outcomes: Record<Row['outcome'], { tone: string; label?: string }> = {
  refused: { tone: 'bad', label: 'Refused' },
  changed: { tone: 'good', label: 'Would be changed' },
  added: { tone: 'good', label: 'Would be added' },
  unchanged: { tone: 'none' },
}

/** Those that need the owner come first. */
const order = Object.keys(outcomes)

/** A longer table takes long to draw, and to read. */
const mostShown = 500

/** What happens to each row of the file. */
export function PlannedRows({ plan: { rows }, words }: WordsProps) {
  if (rows.length === 0) return null
  const sorted = rows.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
  return (
    <>
      {rows.length > mostShown && (
        <p className="by">
          The first {mostShown} of {counted(rows.length, 'row')} are shown, those that are refused
          first.
        </p>
      )}
      <table className="import-rows">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">{capitalized(words.noun)}</th>
            <th scope="col">What happens</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, mostShown).map(({ row, name, outcome, details }) => (
            <tr key={row}>
              <td>{row}</td>
              <th scope="row">
                <bdi>{name || '–'}</bdi>
              </th>
              <td>
                <span className="state-mark" data-tone={outcomes[outcome].tone}>
                  {outcomes[outcome].label ?? words.unchanged}
                </span>{' '}
                {outcome === 'refused'
                  ? details.map((reason) => <p key={reason}>{reason}</p>)
                  : details.join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
