import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { dayInWords } from '#/contracts/days.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import { recordDays } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { contractorOfficePath } from '#/contracts/routes.ts'
import { durationText } from '../../dates.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { ContactLine } from '../shell/contact-line.tsx'
import { counted, countText } from '../shell/counts.ts'
import { csvType, saveFile } from '../shell/csv.ts'
import { SearchField } from '../shell/filters.tsx'
import { useChange } from '../shell/use-api.ts'
import { contractorSearch } from './contractor-search.ts'

/** What is searched; it stays while a contractor is open. */
export type ListState = { q: string | undefined; isTroubled: boolean }

const none = '–'

const columns: Column<ContractorEntry>[] = [
  { label: 'Contractor', kind: 'head', cell: who },
  { label: 'License & insurance', kind: 'whole', cell: papers },
  {
    label: 'Answered',
    kind: 'amount',
    note: '90 days',
    cell: ({ figures: { ended, answered } }) =>
      ended === 0 ? none : <Two big={percent(answered, ended)} small={`${answered} of ${ended}`} />,
  },
  {
    label: 'Time to answer',
    kind: 'amount',
    note: 'median',
    cell: ({ figures: { medianMinutes } }) =>
      medianMinutes === null ? none : durationText(medianMinutes),
  },
  {
    label: 'Open offers',
    kind: 'amount',
    cell: ({ figures, mostOpenOffers }) => (
      <Two big={String(figures.unanswered)} small={`of ${mostOpenOffers}`} />
    ),
  },
  {
    label: 'Active jobs',
    kind: 'amount',
    cell: ({ work }) => (
      <Two
        big={countText(work.jobsInHand)}
        small={`${countText(work.jobsDone)} done in ${recordDays} days`}
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
    label: 'Revenue',
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

function who(contractor: ContractorEntry) {
  const { id, companyName, standing } = contractor
  return (
    <>
      <Link
        className="text-button"
        href={contractorOfficePath(id)}
        onClick={() => scrollTo({ top: 0 })}
      >
        <bdi>{companyName}</bdi>
      </Link>
      <ContactLine of={contractor} />
      <Standing of={standing.filter((mark) => !needsYou(mark))} />
    </>
  )
}

type Mark = { tone: string; text: string }

const marks: Record<string, string> = { bad: 'Expired', soon: 'Expiring', good: 'Valid' }

/** How a contractor stands: a chip and one line for each thing that there is to say. */
export function Standing({ of }: { of: readonly Mark[] }) {
  return of.map(({ tone, text }) => (
    <p key={text}>
      <span className="state-mark" data-tone={tone === 'soon' ? 'late' : tone}>
        {marks[tone] ?? text}
      </span>{' '}
      {marks[tone] && text}
    </p>
  ))
}

const needsYou = ({ tone }: Mark) => tone !== 'quiet'

/** What is wrong with the papers, or until when both are valid: the first to lapse is named. */
function papers({ standing, licenseExpiresOn, insuranceExpiresOn }: ContractorEntry) {
  const found = standing.filter(needsYou)
  const text =
    licenseExpiresOn < insuranceExpiresOn
      ? `License until ${dayInWords(licenseExpiresOn)}`
      : `Insurance until ${dayInWords(insuranceExpiresOn)}`
  return <Standing of={found.length > 0 ? found : [{ tone: 'good', text }]} />
}

function countInWords(shown: number, total: number): string {
  const all = counted(total, 'contractor')
  return shown === total ? all : `${countText(shown)} of ${all}`
}

/** Saves all contractors as a file, which an import reads as well. */
function ExportContractors({ isOff }: { isOff: boolean }) {
  const { mutate: run, isPending } = useChange(api.contractorExport, {
    refetches: [],
    failure: 'Failed to fetch the contractors',
    onAnswer: ({ csv }) => saveFile('contractors.csv', new Blob([csv], { type: csvType })),
  })
  return (
    <Button isOff={isOff} isBusy={isPending} onPress={() => run()}>
      Export CSV
    </Button>
  )
}

type ContractorListProps = {
  contractors: readonly ContractorEntry[]
  state: ListState
  takesFocus: boolean
  onState: (state: ListState) => void
  /** Shows what has this search in its address. */
  onShow: (search: string) => void
}

/** The list with its search, and what can be done with all of them. */
export function ContractorList(props: ContractorListProps) {
  const { contractors, state, takesFocus, onState, onShow } = props
  const head = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) head.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const { q, isTroubled } = state
  const isFound = contractorSearch(q ?? '')
  const troubled = contractors.filter(({ standing }) => standing.some(needsYou))
  const shown = (isTroubled ? troubled : contractors).filter(isFound)

  return (
    <>
      {contractors.length > 0 && (
        <search className="toolbar" aria-label="Filter contractors">
          <SearchField
            q={q}
            placeholder="Name, license, town or service"
            onSearch={(text) => onState({ ...state, q: text })}
          />
          <SelectField
            frame={{ name: 'which', label: 'Show' }}
            value={isTroubled ? 'troubled' : ''}
            none="All contractors"
            of={[['troubled', `Needs attention (${troubled.length})`]]}
            onChange={({ target }) => onState({ ...state, isTroubled: target.value !== '' })}
          />
        </search>
      )}
      <div className="row ends list-head">
        <p className="small muted count" role="status" ref={head} tabIndex={-1}>
          {contractors.length > 0 && countInWords(shown.length, contractors.length)}
        </p>
        <div className="row">
          <Button onPress={() => onShow('?add')}>Add a contractor</Button>
          <Button onPress={() => onShow('?import')}>Import CSV</Button>
          <ExportContractors isOff={contractors.length === 0} />
        </div>
      </div>
      {shown.length === 0 && (
        <div className="empty">
          <p>
            {contractors.length === 0
              ? 'No contractors yet. Add the first one, or import your own list.'
              : 'No contractors match.'}
          </p>
        </div>
      )}
      {shown.length > 0 && (
        <Table
          className="contractor-table box"
          columns={columns}
          rows={shown}
          keyOf={({ id }) => id}
        />
      )}
    </>
  )
}
