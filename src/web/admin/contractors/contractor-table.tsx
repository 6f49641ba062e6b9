import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { formatPhone, telHref } from '#/contracts/leads/contact-details.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { contractorOfficePath } from '#/contracts/routes.ts'
import { durationText } from '../../dates.ts'
import { PhoneNumber } from '../../ui/phone-text.tsx'
import { counted, countText } from '../shell/counts.ts'
import { papersInWords } from './contractor-words.ts'
import type { Sort, SortBy } from './use-contractors.ts'

type Column = {
  id: SortBy
  label: string
  /** The period or the clock of its figures. */
  of?: string
  /** What it is sorted by; undefined where there is nothing to compare, which comes last. */
  value: (contractor: ContractorEntry) => number | string | undefined
  /** The first press shows the highest at the top. */
  isHighFirst?: boolean
  cell: (contractor: ContractorEntry) => ReactNode
}

const none = '–'

const columns: Column[] = [
  {
    ...{ id: 'name', label: 'Contractor' },
    value: ({ companyName }) => companyName.toLowerCase(),
    cell: (contractor) => <Who contractor={contractor} />,
  },
  {
    ...{ id: 'papers', label: 'Papers' },
    value: ({ licenseExpiresOn, insuranceExpiresOn }) =>
      [licenseExpiresOn, insuranceExpiresOn].toSorted()[0],
    cell: (contractor) => <Papers contractor={contractor} />,
  },
  {
    ...{ id: 'answered', label: 'Answered', of: '90 days', isHighFirst: true },
    value: ({ figures: { ended, answered } }) => (ended === 0 ? undefined : answered / ended),
    cell: ({ figures: { ended, answered } }) =>
      ended === 0 ? none : <Two big={percent(answered, ended)} small={`${answered} of ${ended}`} />,
  },
  {
    ...{ id: 'median', label: 'Median answer', of: 'by the clock' },
    value: ({ figures }) => figures.medianMinutes ?? undefined,
    cell: ({ figures: { medianMinutes } }) =>
      medianMinutes === null ? none : durationText(medianMinutes),
  },
  {
    ...{ id: 'open', label: 'Open offers', isHighFirst: true },
    value: ({ figures }) => figures.unanswered,
    cell: ({ figures, mostOpenOffers }) => (
      <Two big={String(figures.unanswered)} small={`of at most ${mostOpenOffers}`} />
    ),
  },
  {
    ...{ id: 'jobs', label: 'Jobs in hand', isHighFirst: true },
    value: ({ work }) => work.jobsInHand,
    cell: ({ figures, work }) => (
      <Two
        big={countText(work.jobsInHand)}
        small={`${countText(work.jobsDone)} done in ${figures.days} days`}
      />
    ),
  },
  {
    ...{ id: 'stars', label: 'Stars', isHighFirst: true },
    value: ({ work }) => work.stars ?? undefined,
    cell: ({ work: { stars, ratings } }) =>
      stars === null ? none : <Two big={stars.toFixed(1)} small={counted(ratings, 'rating')} />,
  },
  {
    ...{ id: 'income', label: 'Income', of: '90 days', isHighFirst: true },
    value: ({ work }) => work.incomeCents,
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
        className="contractor-open"
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

/** Contractors in the order that is chosen; those without a figure come last, and equals by name. */
export function sorted(contractors: readonly ContractorEntry[], { by, isDown }: Sort) {
  const value = columns.find(({ id }) => id === by)?.value ?? (() => undefined)
  return contractors.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (a === b) return 0
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1
    return a < b === isDown ? 1 : -1
  })
}

/** The order that a press on the head of a column asks for. */
function nextSort({ id, isHighFirst = false }: Column, sort: Sort): Sort {
  return { by: id, isDown: sort.by === id ? !sort.isDown : isHighFirst }
}

/** The orders that a phone offers in a list, as it shows no heads. */
export const sortOptions = columns.map(({ id, label }) => [id, label] as const)

/** The order that a choice from that list asks for. */
export function usualSort(by: string | undefined): Sort {
  const column = columns.find(({ id }) => id === by)
  return { by: column?.id ?? 'name', isDown: column?.isHighFirst ?? false }
}

/** A click beside the links of a row opens it, unless it ended a selection of text. */
function isOnRowItself({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('a, button')
  return !isControl && getSelection()?.isCollapsed !== false
}

type ContractorTableProps = {
  contractors: readonly ContractorEntry[]
  sort: Sort
  onSort: (sort: Sort) => void
  onOpen: (id: number) => void
}

/** Contractors with what an owner compares them by; on a narrow screen a card for each. */
export function ContractorTable({ contractors, sort, onSort, onOpen }: ContractorTableProps) {
  return (
    <table className="contractor-table box">
      <thead>
        <tr>
          {columns.map((column) => {
            const isBy = column.id === sort.by
            const direction = sort.isDown ? 'descending' : 'ascending'
            return (
              <th key={column.id} scope="col" aria-sort={isBy ? direction : 'none'}>
                <button
                  className="order"
                  type="button"
                  onClick={() => onSort(nextSort(column, sort))}
                >
                  {column.label}
                  <span aria-hidden="true">{isBy && (sort.isDown ? ' ↓' : ' ↑')}</span>
                </button>
                {column.of && <span className="by">{column.of}</span>}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {contractors.map((contractor) => (
          // The link of its name does the same from the keyboard.
          <tr
            key={contractor.id}
            onClick={(event) => isOnRowItself(event) && onOpen(contractor.id)}
          >
            {columns.map(({ id, label, of, cell }) =>
              id === 'name' ? (
                <th key={id} scope="row">
                  {cell(contractor)}
                </th>
              ) : (
                <td key={id} data-label={of ? `${label}, ${of}` : label} data-column={id}>
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
