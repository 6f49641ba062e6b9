import { Link } from 'wouter'
import { api } from '#/contracts/endpoints/api.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { Account } from '#/contracts/money/ledger.ts'
import { latestStatementDay } from '#/contracts/money/money.ts'
import { adminPaths, statementPagePath } from '#/contracts/routes.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { SettingForm } from '../shell/field-form.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { Time } from '../shell/times.tsx'
import { useData } from '../shell/use-api.ts'
import { FeeRules } from './fee-rules.tsx'
import { StatementPage, useStatementView } from './statement-page.tsx'

/** What contractors owe: all of them, or the statement of one. */
export default function MoneyPage() {
  const view = useStatementView()
  const query = useData(api.money, {}, { refetchOnMount: 'always' })
  if (view) return <StatementPage key={view.contractorId} view={view} />
  return (
    <section className="column" aria-label="Money">
      <Fetched query={query} failure="Failed to fetch the balances">
        {(accounts) => <Accounts accounts={accounts} />}
      </Fetched>
      <FeeRules contractors={query.data ?? []} />
      <StatementMails />
    </section>
  )
}

/** 'owes $45.00' in words that a minus sign cannot be missed in. */
function BalanceText({ cents }: { cents: number }) {
  if (cents === 0) return <>$0.00</>
  return (
    <>
      {formatCents(Math.abs(cents))} <span className="by">{cents > 0 ? 'owed' : 'credit'}</span>
    </>
  )
}

const columns: Column<Account>[] = [
  {
    label: 'Contractor',
    kind: 'head',
    cell: ({ contractorId, companyName, isRemoved }) => (
      <>
        <Link className="text-button" href={statementPagePath(contractorId)}>
          <bdi>{companyName}</bdi>
        </Link>
        {isRemoved && <span className="by"> no longer on the list</span>}
      </>
    ),
  },
  {
    label: 'Last entry',
    kind: 'whole',
    cell: ({ lastAt }) => lastAt && <Time at={lastAt} isMuted />,
  },
  {
    label: 'Balance',
    kind: 'amount',
    cell: ({ balanceCents }) => <BalanceText cents={balanceCents} />,
  },
]

/** Who owes most stands first. */
function Accounts({ accounts }: { accounts: readonly Account[] }) {
  const sorted = accounts.toSorted((a, b) => b.balanceCents - a.balanceCents)
  const total = accounts.reduce((all, { balanceCents }) => all + balanceCents, 0)
  return (
    <OfficePart heading="Balances">
      {accounts.length === 0 && (
        <p>
          No contractors yet.{' '}
          <Link className="text-button" href={`${adminPaths.contractors}?add`}>
            Add a contractor
          </Link>
        </p>
      )}
      {accounts.length > 0 && (
        <Table
          columns={columns}
          rows={sorted}
          keyOf={({ contractorId }) => contractorId}
          last={['All', <BalanceText key="all" cents={total} />]}
        />
      )}
    </OfficePart>
  )
}

/** On which day statements leave, if on any. */
function StatementMails() {
  return (
    <OfficePart heading="Statements by email">
      <p className="office-about">
        On this day at 8 AM, contractors are emailed last month’s statement if it has entries or a
        balance. If you choose today or one of the two days before, it goes out today after 8 AM.
      </p>
      <SettingForm
        setting={api.statementSettings}
        fields={({ dayOfMonth }) => [
          {
            name: 'dayOfMonth',
            label: 'Day of the month',
            kind: 'number',
            limit: 2,
            hint: `1 to ${latestStatementDay}. Leave empty to send none.`,
            value: dayOfMonth,
          },
        ]}
        bodyOf={({ dayOfMonth }) => ({ dayOfMonth: dayOfMonth?.trim() || null })}
      />
    </OfficePart>
  )
}
