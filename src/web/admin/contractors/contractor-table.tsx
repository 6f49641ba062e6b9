import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatPhone, telHref } from '#/contracts/leads/contact-details.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { contractorOfficePath } from '#/contracts/routes.ts'
import { durationText } from '../../dates.ts'
import { PhoneNumber } from '../../ui/phone-text.tsx'
import { counted, countText } from '../shell/counts.ts'
import { papersInWords } from './contractor-words.ts'

type Column = {
  id: string
  label: string
  /** The period or the clock of its figures. */
  of?: string
  cell: (contractor: ContractorEntry) => ReactNode
}

const none = '–'

const columns: Column[] = [
  {
    id: 'name',
    label: 'Contractor',
    cell: (contractor) => <Who contractor={contractor} />,
  },
  {
    id: 'papers',
    label: 'Papers',
    cell: (contractor) => <Papers contractor={contractor} />,
  },
  {
    id: 'answered',
    label: 'Answered',
    of: '90 days',
    cell: ({ figures: { ended, answered } }) =>
      ended === 0 ? none : <Two big={percent(answered, ended)} small={`${answered} of ${ended}`} />,
  },
  {
    id: 'median',
    label: 'Median answer',
    of: 'by the clock',
    cell: ({ figures: { medianMinutes } }) =>
      medianMinutes === null ? none : durationText(medianMinutes),
  },
  {
    id: 'open',
    label: 'Open offers',
    cell: ({ figures, mostOpenOffers }) => (
      <Two big={String(figures.unanswered)} small={`of at most ${mostOpenOffers}`} />
    ),
  },
  {
    id: 'jobs',
    label: 'Jobs in hand',
    cell: ({ figures, work }) => (
      <Two
        big={countText(work.jobsInHand)}
        small={`${countText(work.jobsDone)} done in ${figures.days} days`}
      />
    ),
  },
  {
    id: 'stars',
    label: 'Stars',
    cell: ({ work: { stars, ratings } }) =>
      stars === null ? none : <Two big={stars.toFixed(1)} small={counted(ratings, 'rating')} />,
  },
  {
    id: 'income',
    label: 'Income',
    of: '90 days',
    cell: ({ work }) => formatCents(work.incomeCents),
  },
]

/** Figures are compared down their columns. */
const classOf = (id: string) => (id === 'name' || id === 'papers' ? 'whole' : 'amount')

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
      <span className="contact-line fine">
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
    <table className="office-table contractor-table box">
      <thead>
        <tr>
          {columns.map(({ id, label, of }) => (
            <th key={id} scope="col" className={classOf(id)}>
              {label}
              {of && <span className="by">{of}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {contractors.map((contractor) => (
          <tr key={contractor.id}>
            {columns.map(({ id, label, of, cell }) =>
              id === 'name' ? (
                <th key={id} scope="row">
                  {cell(contractor)}
                </th>
              ) : (
                <td key={id} data-label={of ? `${label}, ${of}` : label} className={classOf(id)}>
                  {cell(contractor)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
