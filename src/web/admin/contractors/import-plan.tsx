import type { ImportPlan } from '#/contracts/referrals/contractor-import.ts'
import { counted } from '../shell/counts.ts'

type PlanProps = { plan: ImportPlan }

/** What an import would do, in a sentence. */
export function PlanInWords({ plan: { counts, rows } }: PlanProps) {
  const { added, changed, unchanged, refused } = counts
  return (
    <div className="import-plan">
      {refused > 0 && (
        <p className="problem">
          {counted(refused, 'row')} cannot be imported as {refused === 1 ? 'it is' : 'they are'}, so
          nothing can. Fix the file and choose it again.
        </p>
      )}
      {refused < rows.length && (
        <p>
          {refused > 0 && 'Of the other rows: '}
          <strong>
            {counted(added, 'contractor')} would be added, {changed} changed, and {unchanged} would
            stay as they are.
          </strong>
        </p>
      )}
    </div>
  )
}

type Row = ImportPlan['rows'][number]

const outcomes: Record<Row['outcome'], { tone: string; label: string }> = {
  refused: { tone: 'bad', label: 'Refused' },
  changed: { tone: 'good', label: 'Would be changed' },
  added: { tone: 'good', label: 'Would be added' },
  unchanged: { tone: 'none', label: 'Left alone' },
}

/** Those that need the owner come first. */
const order = Object.keys(outcomes)

/** A longer table takes long to draw, and to read. */
const mostShown = 500

/** What happens to each row of the file. */
export function PlannedRows({ plan: { rows } }: PlanProps) {
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
            <th scope="col">Contractor</th>
            <th scope="col">What happens</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, mostShown).map(({ row, companyName, outcome, details }) => (
            <tr key={row}>
              <td>{row}</td>
              <th scope="row">
                <bdi>{companyName || '–'}</bdi>
              </th>
              <td>
                <span className="state-mark" data-tone={outcomes[outcome].tone}>
                  {outcomes[outcome].label}
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
