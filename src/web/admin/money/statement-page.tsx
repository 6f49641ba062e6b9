import { Link } from 'wouter'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { entryKindLabels } from '#/content/money.ts'
import { monthInWords } from '#/contracts/days.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { Typed } from '#/contracts/endpoints/endpoint.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { LedgerEntry, Statement } from '#/contracts/money/ledger.ts'
import { enteredKinds, entryTextLimit } from '#/contracts/money/money.ts'
import { adminPaths, leadPagePath, statementPagePath } from '#/contracts/routes.ts'
import { dayOnly, sheetTime } from '../../dates.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import type { FormField } from '../../ui/form-fields.tsx'
import { FactList } from '../../ui/lists.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useWords } from '../../words.ts'
import { downloadCsv } from '../shell/csv.ts'
import { FieldForm } from '../shell/field-form.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { Time } from '../shell/times.tsx'
import { useChange, useData } from '../shell/use-api.ts'

type StatementView = { contractorId: number; month: string | undefined }

/** Returns the statement that the address names; undefined for the page of everything. */
export function useStatementView(): StatementView | undefined {
  const params = new URLSearchParams(useSearch())
  const contractorId = Number(params.get('contractor'))
  if (!(contractorId > 0)) return undefined
  return { contractorId, month: params.get('month') ?? undefined }
}

/** True for the statement of this month: more may follow. */
const isRunning = ({ month, months }: Statement) => month === months[0]

/** What the last line of a statement is called. */
const closingLabel = (statement: Statement) =>
  isRunning(statement) ? 'Balance so far' : 'Closing balance'

/** Saves a statement as a file: its entries between the balance before and after them. */
function downloadStatement(statement: Statement): void {
  const { month, contractorId, openingCents, closingCents, entries } = statement
  let balance = openingCents
  const lines = entries.map(({ at, kind, text, reference, amountCents }) => {
    balance += amountCents
    const money = [amountCents / 100, balance / 100]
    return [sheetTime(Date.parse(at)), entryKindLabels[kind], text, reference ?? '', ...money]
  })
  downloadCsv(
    `statement-${month}-${contractorId}.csv`,
    ['Date', 'Entry', 'Description', 'Request', 'Amount', 'Balance'],
    [
      ['', 'Opening balance', '', '', '', openingCents / 100],
      ...lines,
      ['', closingLabel(statement), '', '', '', closingCents / 100],
    ],
  )
}

/** The ledger of one contractor, month by month: on paper it is an invoice. */
export function StatementPage({ view }: { view: StatementView }) {
  // Another month takes the place of this one once it is there.
  const query = useData(api.statement, view, {
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  })
  return (
    <section className="column statement-page" aria-label="Statement">
      <p className="statement-tools">
        <Link className="text-button" href={adminPaths.money}>
          All balances
        </Link>
      </p>
      <Fetched query={query} failure="Failed to fetch the statement">
        {(statement) => (
          <>
            <StatementPaper statement={statement} chosen={view.month} />
            <EnterForm contractorId={view.contractorId} />
          </>
        )}
      </Fetched>
    </section>
  )
}

/** `chosen` is the month that is shown once it is fetched. */
type PaperProps = { statement: Statement; chosen: string | undefined }

function StatementTools({ statement, chosen }: PaperProps) {
  const { contractorId, month, months } = statement
  return (
    <div className="row ends statement-tools">
      <SelectField
        frame={{ name: 'month', label: 'Month' }}
        value={chosen ?? month}
        of={[...new Set([month, ...months])]
          .toSorted()
          .toReversed()
          .map((each) => [each, monthInWords(each)])}
        onChange={({ target }) =>
          navigate(statementPagePath(contractorId, target.value), { replace: true })
        }
      />
      <div className="row">
        <Button onPress={() => print()}>Print</Button>
        <Button onPress={() => downloadStatement(statement)}>Export CSV</Button>
      </div>
    </div>
  )
}

/** What is due, and when that is so: it may have been paid since. */
function dueText(statement: Statement): string {
  const { closingCents: cents, month } = statement
  const name = monthInWords(month)
  const when = isRunning(statement) ? `so far in ${name}.` : `at the end of ${name}.`
  if (cents === 0) return `Nothing is due ${when}`
  return cents > 0
    ? `Amount due: ${formatCents(cents)} ${when}`
    : `Credit: ${formatCents(-cents)} ${when} No payment is due.`
}

function StatementPaper({ statement, chosen }: PaperProps) {
  const { contractorId, companyName, contactName, month, openingCents, closingCents } = statement
  const fill = useWords()
  return (
    <OfficePart heading={`Statement, ${monthInWords(month)}`}>
      <StatementTools statement={statement} chosen={chosen} />
      <FactList
        isAcross
        facts={[
          ['From', fill('{name}\n{phone}')],
          ['To', `${companyName}\n${contactName}`],
          ['Invoice number', `${month.replace('-', '')}-${contractorId}`],
        ]}
      />
      <Table
        columns={columns}
        rows={statement.entries}
        keyOf={({ id }) => id}
        first={['Opening balance', formatCents(openingCents)]}
        last={[closingLabel(statement), formatCents(closingCents)]}
      />
      <p className="strong">{dueText(statement)}</p>
      <p className="by statement-tools">
        {statement.sentAt ? (
          <>
            Sent by email <Time at={statement.sentAt} />
          </>
        ) : (
          'Not sent by email.'
        )}
      </p>
    </OfficePart>
  )
}

function Entry({ id, kind, text, actor, amountCents, canBeReversed }: LedgerEntry) {
  const { mutate: reverse } = useChange(api.ledgerReversal, {
    send: () => ({ params: { entryId: id } }),
    success: 'The entry was reversed',
    failure: 'Failed to reverse the entry',
  })
  return (
    <>
      {entryKindLabels[kind]}: <span dir="auto">{text}</span>
      {actor && <span className="by statement-tools"> by {actor}</span>}
      {canBeReversed && (
        <span className="statement-tools">
          <RemoveButton
            subject={`${text}, ${formatCents(amountCents)}`}
            verb="Reverse"
            question="Reverse this entry?"
            consequence="A second entry cancels it out, and the contractor sees both on the statement. This can’t be undone."
            onRemove={reverse}
          />
        </span>
      )}
    </>
  )
}

const columns: Column<LedgerEntry>[] = [
  { label: 'Date', cell: ({ at }) => dayOnly(Date.parse(at)) },
  { label: 'Entry', kind: 'whole', cell: (entry) => <Entry {...entry} /> },
  {
    label: 'Request',
    cell: ({ reference, leadId }) =>
      reference && leadId !== null ? (
        <Link className="text-button" href={leadPagePath(leadId)}>
          {reference}
        </Link>
      ) : null,
  },
  { label: 'Amount', kind: 'amount', cell: ({ amountCents }) => formatCents(amountCents) },
]

const entryFields: FormField[] = [
  {
    name: 'kind',
    label: 'Type',
    kind: 'choice',
    of: enteredKinds.map((kind) => [kind, entryKindLabels[kind]] as const),
  },
  { name: 'amount', label: 'Amount in dollars', kind: 'amount' },
  {
    name: 'text',
    label: 'What for?',
    limit: entryTextLimit,
    hint: 'The contractor reads it on the statement.',
  },
]

/** Records a payment, a credit or a fee of another kind. */
function EnterForm({ contractorId }: { contractorId: number }) {
  const { mutateAsync: add } = useChange(api.ledgerEntry, {
    send: (body: Typed) => ({ params: { contractorId }, body }),
    success: 'The entry was added',
  })
  return (
    <OfficePart heading="Add an entry">
      <FieldForm
        fields={entryFields}
        prefix="entry-"
        grid="fields"
        button="Add it"
        busy="Adding…"
        save={(typed) => add(typed)}
      />
    </OfficePart>
  )
}
