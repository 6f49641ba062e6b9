import type { ImportPlan } from '#/contracts/referrals/contractors.ts'
import { Opener } from '../../ui/lists.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { counted } from '../shell/counts.ts'

type PlanProps = { plan: ImportPlan }

/** Which columns of the file are read, and as what. */
export function PlannedColumns({ plan: { columns } }: PlanProps) {
  const read = columns.filter(({ readAs }) => readAs !== null)
  const others = columns.filter(({ readAs }) => readAs === null)
  return (
    <Opener
      line={`${read.length} of ${counted(columns.length, 'column')} read`}
      isOpen={others.length > 0 || undefined}
    >
      <p>{read.map(({ heading, readAs }) => `${heading} as ${readAs}`).join('; ')}.</p>
      {others.length > 0 && (
        <p>
          Not read: {others.map(({ heading }) => heading || 'a column without a name').join('; ')}.
        </p>
      )}
    </Opener>
  )
}

/** What an import would do, in a sentence. */
export function PlanInWords({ plan: { counts, rows } }: PlanProps) {
  const { added, changed, unchanged, refused } = counts
  const them = refused === 1 ? 'it' : 'them'
  return (
    <div className="column tight">
      {refused > 0 && (
        <p className="problem">
          {counted(refused, 'row')} can’t be imported. Fix {them} in your sheet and choose the file
          again{added + changed > 0 && `, or leave ${them} out`}.
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
  refused: { tone: 'bad', label: 'Can’t be imported' },
  changed: { tone: 'good', label: 'Would be changed' },
  added: { tone: 'good', label: 'Would be added' },
  unchanged: { tone: 'none', label: 'Unchanged' },
}

const columns: Column<Row>[] = [
  { label: 'Row', cell: ({ row }) => row },
  {
    label: 'Contractor',
    kind: 'head',
    cell: ({ companyName }) => <bdi>{companyName || '–'}</bdi>,
  },
  {
    label: 'What happens',
    kind: 'whole',
    cell: ({ outcome, details }) => (
      <>
        <span className="state-mark" data-tone={outcomes[outcome].tone}>
          {outcomes[outcome].label}
        </span>
        {details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
      </>
    ),
  },
]

/** Those that need the owner come first. */
const order = Object.keys(outcomes)

/** A longer table takes long to draw, and to read. */
const mostShown = 500

/** What happens to each row of the file. */
export function PlannedRows({ rows }: { rows: ImportPlan['rows'] }) {
  if (rows.length === 0) return null
  const sorted = rows.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
  return (
    <>
      {rows.length > mostShown && (
        <p className="by">
          The first {mostShown} of {counted(rows.length, 'row')} are shown, starting with those that
          can’t be imported.
        </p>
      )}
      <Table columns={columns} rows={sorted.slice(0, mostShown)} keyOf={({ row }) => row} />
    </>
  )
}
