import { Link } from 'wouter'
import { formatPhone, telHref } from '#/contracts/leads/contact-details.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { contractorOfficePath } from '#/contracts/routes.ts'
import { durationText } from '../../dates.ts'
import { PhoneNumber } from '../../ui/phone-text.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { counted, countText } from '../shell/counts.ts'
import { papersInWords } from './contractor-words.ts'

const none = '–'

const columns: Column<ContractorEntry>[] = [
  {
    label: 'Contractor',
    kind: 'head',
    cell: (contractor) => <Who contractor={contractor} />,
  },
  {
    label: 'License & insurance',
    kind: 'whole',
    cell: (contractor) => <Papers contractor={contractor} />,
  },
  {
    label: 'Answered',
    kind: 'amount',
    note: '90 days',
    cell: ({ figures: { ended, answered } }) =>
      ended === 0 ? none : <Two big={percent(answered, ended)} small={`${answered} of ${ended}`} />,
  },
  {
    label: 'Median answer',
    kind: 'amount',
    note: 'median',
    cell: ({ figures: { medianMinutes } }) =>
      medianMinutes === null ? none : durationText(medianMinutes),
  },
  {
    label: 'Open offers',
    kind: 'amount',
    cell: ({ figures, mostOpenOffers }) => (
      <Two big={String(figures.unanswered)} small={`of at most ${mostOpenOffers}`} />
    ),
  },
  {
    label: 'Active jobs',
    kind: 'amount',
    cell: ({ figures, work }) => (
      <Two
        big={countText(work.jobsInHand)}
        small={`${countText(work.jobsDone)} done in ${figures.days} days`}
      />
    ),
  },
  {
    label: 'Stars',
    kind: 'amount',
    cell: ({ work: { stars, ratings } }) =>
      stars === null ? none : <Two big={stars.toFixed(1)} small={counted(ratings, 'rating')} />,
  },
  {
    label: 'Income',
    kind: 'amount',
    note: '90 days',
    cell: ({ work }) => formatCents(work.incomeCents),
  },
]

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`

function Two({ big, small }: { big: string; small: string }) {
  return (
    <>
      {big} <span className="by">{small}</span>
    </>
  )
}

function Who({ contractor }: { contractor: ContractorEntry }) {
  const { id, companyName, contactName, phone, standing } = contractor
  return (
    <>
      <Link
        className="text-button"
        href={contractorOfficePath(id)}
        onClick={() => scrollTo({ top: 0 })}
      >
        <bdi>{companyName}</bdi>
      </Link>
      <span className="row contact-line small muted">
        <bdi>{contactName}</bdi>
        <a href={telHref(phone)}>
          <PhoneNumber number={formatPhone(phone)} />
        </a>
      </span>
      {standing
        .filter(({ tone }) => tone === 'quiet')
        .map(({ text }) => (
          <span key={text} className="state-mark">
            {text}
          </span>
        ))}
    </>
  )
}

function Papers({ contractor }: { contractor: ContractorEntry }) {
  const found = contractor.standing.filter(({ tone }) => tone !== 'quiet')
  if (found.length === 0) return papersInWords(contractor)
  return found.map(({ tone, text }) => (
    <span key={text} className="state-mark" data-tone={tone}>
      {text}
    </span>
  ))
}

/** Contractors with what an owner compares them by; on a narrow screen a card for each. */
export function ContractorTable({ contractors }: { contractors: readonly ContractorEntry[] }) {
  return (
    <Table
      className="contractor-table box"
      columns={columns}
      rows={contractors}
      keyOf={({ id }) => id}
    />
  )
}
