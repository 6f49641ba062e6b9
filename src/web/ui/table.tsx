import type { ReactNode } from 'react'

/** A column of a table. */
export type Column<Row> = {
  label: string
  /** The period or the clock of its figures. */
  note?: string | undefined
  /** What the row is about, a number, or what needs the whole width of a narrow screen. */
  kind?: 'head' | 'amount' | 'whole'
  /** What stands in the cell; null where there is nothing. */
  cell: (row: Row) => ReactNode
}

type TableProps<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** What sums up, above and below the rows: a name, and what stands in the last columns. */
  first?: readonly ReactNode[]
  last?: readonly ReactNode[]
  className?: string
}

/** A table from its columns; on a narrow screen a card for each row, whose cells say what they are. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, keyOf, first, last, className = '' } = props
  return (
    <table className={`office-table ${className}`}>
      <thead>
        <tr>
          {columns.map(({ label, note, kind }) => (
            <th key={label} scope="col" className={kind}>
              {label}
              {note && <span className="by">{note}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first && <Sum columns={columns} cells={first} />}
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <Cell key={column.label} column={column} content={column.cell(row)} />
            ))}
          </tr>
        ))}
      </tbody>
      {last && (
        <tfoot>
          <Sum columns={columns} cells={last} />
        </tfoot>
      )}
    </table>
  )
}

type CellProps<Row> = { column: Column<Row>; content: ReactNode }

function Cell<Row>({ column: { label, note, kind }, content }: CellProps<Row>) {
  if (kind === 'head') return <th scope="row">{content}</th>
  return (
    <td
      className={content === null ? 'nothing' : kind}
      data-label={note ? `${label}, ${note}` : label}
    >
      {content ?? '–'}
    </td>
  )
}

type SumProps<Row> = { columns: readonly Column<Row>[]; cells: readonly ReactNode[] }

/** The name is as wide as the columns for which there is nothing to sum up. */
function Sum<Row>({ columns, cells }: SumProps<Row>) {
  const [name, ...sums] = cells
  const summed = columns.slice(columns.length - sums.length)
  return (
    <tr>
      <th scope="row" colSpan={columns.length - sums.length}>
        {name}
      </th>
      {summed.map((column, index) => (
        <Cell key={column.label} column={column} content={sums[index]} />
      ))}
    </tr>
  )
}
