import { useRef, useState } from 'react'
import { services } from '#/content/services.ts'
import { dayInWords } from '#/contracts/days.ts'
import { formatPhone, mailHref, telHref } from '#/contracts/leads/contact-details.ts'
import { contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { hoursInWords } from '#/contracts/referrals/offer-hours.ts'
import { towns } from '#/contracts/site/towns.ts'
import { PhoneNumber } from '../../ui/phone-text.tsx'
import { Choice, SearchField } from '../shell/filters.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { figuresInWords } from './figures-in-words.ts'
import { ExportContractors } from './import-contractors.tsx'
import { useRemoveContractor, type View } from './use-contractors.ts'

const which = { name: 'which', label: 'Show' }

/** The text of a contractor that a search looks through. */
function searched(contractor: ContractorEntry): string {
  const { companyName, contactName, email, phone, licenseNumber, services: does } = contractor
  return [
    ...[companyName, contactName, email, phone, formatPhone(phone), licenseNumber],
    ...contractor.towns,
    ...does.map(serviceName),
  ]
    .join('\n')
    .toLowerCase()
}

const serviceName = (id: string) => services[id as keyof typeof services]?.name ?? id

const needsYou = ({ standing }: ContractorEntry) => standing.some(({ tone }) => tone !== 'quiet')

function countInWords(shown: number, total: number): string {
  const all = `${total.toLocaleString('en-US')} ${total === 1 ? 'contractor' : 'contractors'}`
  return shown === total ? all : `${shown.toLocaleString('en-US')} of ${all}`
}

type ContractorListProps = {
  contractors: readonly ContractorEntry[]
  onShow: (view: View) => void
}

/** The list with its search, and what can be done with all of them. */
export function ContractorList({ contractors, onShow }: ContractorListProps) {
  const [q, search] = useState<string>()
  const [chosen, choose] = useState<string>()
  const head = useRef<HTMLParagraphElement>(null)
  const { mutate: remove } = useRemoveContractor()
  const wanted = (q ?? '').trim().toLowerCase()
  const troubled = contractors.filter(needsYou).length
  const shown = contractors.filter(
    (contractor) =>
      (chosen === undefined || needsYou(contractor)) && searched(contractor).includes(wanted),
  )

  function removeAndFocusHead(id: number) {
    // The button that was pressed disappears with its row.
    head.current?.focus()
    remove(id)
  }

  return (
    <>
      {contractors.length > 0 && (
        <search className="toolbar" aria-label="Filter contractors">
          <SearchField q={q} placeholder="Name, license, town or service" onSearch={search} />
          <Choice
            frame={which}
            value={chosen}
            all="Everyone"
            options={[['troubled', `Needs attention (${troubled})`]]}
            onChoose={choose}
          />
        </search>
      )}
      <div className="list-head">
        <p className="count" role="status" ref={head} tabIndex={-1}>
          {contractors.length > 0 && countInWords(shown.length, contractors.length)}
        </p>
        <div className="list-actions">
          <button className="tool-button" type="button" onClick={() => onShow('add')}>
            Add a contractor
          </button>
          <button className="tool-button" type="button" onClick={() => onShow('import')}>
            Import CSV
          </button>
          <ExportContractors isOff={contractors.length === 0} />
        </div>
      </div>
      {shown.length === 0 && (
        <div className="empty">
          <p>
            {contractors.length === 0
              ? 'No contractors yet. Add the first one, or import a list that you keep elsewhere.'
              : 'No contractors match.'}
          </p>
        </div>
      )}
      {shown.length > 0 && (
        <ul className="boxed-list">
          {shown.map((contractor) => (
            <ContractorRow
              key={contractor.id}
              contractor={contractor}
              onOpen={() => onShow({ show: contractor.id })}
              onEdit={() => onShow({ edit: contractor.id })}
              onRemove={() => removeAndFocusHead(contractor.id)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

const allOr = (all: string, total: number, some: readonly string[]) =>
  some.length === total ? all : some.join(', ')

type RowProps = {
  contractor: ContractorEntry
  onOpen: () => void
  onEdit: () => void
  onRemove: () => void
}

function ContractorRow({ contractor, onOpen, onEdit, onRemove }: RowProps) {
  const { companyName, contactName, email, phone, standing, offerHours, notes } = contractor
  const { mostOffersAWeek } = contractor
  return (
    <li className="contractor">
      <div className="contractor-who">
        <h2 className="contractor-name">
          <bdi>{companyName}</bdi>
        </h2>
        {standing.length > 0 && (
          <ul className="contractor-marks">
            {standing.map(({ tone, text }) => (
              <li key={text} className="state-mark" data-tone={tone}>
                {text}
              </li>
            ))}
          </ul>
        )}
        <p className="contact-line">
          <bdi>{contactName}</bdi>
          <a href={telHref(phone)}>
            <PhoneNumber number={formatPhone(phone)} />
          </a>
          <a href={mailHref(email)}>{email}</a>
        </p>
        <p className="fine">
          License {contractor.licenseNumber} until {dayInWords(contractor.licenseExpiresOn)}.
          Insurance until {dayInWords(contractor.insuranceExpiresOn)}.
        </p>
        <p className="fine">
          {allOr('All services', contractorServiceIds.length, contractor.services.map(serviceName))}
          {contractor.answersEmergencies && ', emergencies around the clock'}
          {' · '}
          {allOr('all towns', towns.length, contractor.towns)}
          {mostOffersAWeek !== null &&
            ` · at most ${mostOffersAWeek} ${mostOffersAWeek === 1 ? 'offer' : 'offers'} a week`}
          {offerHours && ` · wants offers ${hoursInWords(offerHours)}`}
        </p>
        <p className="fine">{figuresInWords(contractor.figures, contractor).join(' · ')}</p>
        {notes && (
          <p className="fine two-lines" dir="auto">
            {notes}
          </p>
        )}
      </div>
      <div className="row-actions">
        <button className="row-button" type="button" onClick={onOpen}>
          Offers and page
          <span className="hidden-text"> of {companyName}</span>
        </button>
        <button className="row-button" type="button" onClick={onEdit}>
          Edit
          <span className="hidden-text"> {companyName}</span>
        </button>
        <RemoveButton
          subject={companyName}
          question="Remove this contractor?"
          consequence="They leave every list and get no more offers. To stop offers for a while, edit them and set a pause."
          onRemove={onRemove}
        />
      </div>
    </li>
  )
}
