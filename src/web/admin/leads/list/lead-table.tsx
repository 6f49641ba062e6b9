import { type MouseEvent, memo, useLayoutEffect, useRef } from 'react'
import { orderLabels } from '#/content/office/stages.ts'
import { mailHref, readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import { defaultAddress } from '#/contracts/leads/lead-fields.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { timeLines } from '../../../dates.ts'
import { Button } from '../../../ui/button.tsx'
import { PhoneNumber, PhoneText } from '../../../ui/phone-text.tsx'
import { Time } from '../../shell/times.tsx'
import { LeadState, ServiceName } from '../lead-marks.tsx'
import { toneOf } from '../lead-step.ts'
import { NextStep } from '../lead-steps.tsx'
import { useInboxView, type useOpenList } from './use-inbox-view.ts'

const columns = ['ID', 'Name', 'Contact Info', 'Service', 'Message', 'Date', 'Status'] as const

/** What a row tells the list. */
type RowActions = {
  onSelect: (leadId: number) => void
  /** Opens its panel, or there the part with this id. */
  onOpen: (leadId: number, part?: string) => void
  /** Selects it for work on several, or no longer. */
  onChoose: (leadId: number) => void
}

type LeadTableProps = {
  list: ReturnType<typeof useOpenList>
  selectedId: number | undefined
  /** Those that are worked on together. */
  chosen: readonly LeadEntry[]
  actions: RowActions
}

/** The leads as a table; as cards where it is narrow. */
export function LeadTable({ list, selectedId, chosen, actions }: LeadTableProps) {
  const { query, rows } = list
  const { hasNextPage, isError, isFetchingNextPage, isPlaceholderData: isOld } = query
  const { order } = useInboxView()
  const body = useRef<HTMLTableSectionElement>(null)
  /** How many rows there were when more were asked for: the first new one gets the focus. */
  const countBefore = useRef<number>(undefined)
  useLayoutEffect(() => {
    const first = body.current?.children[countBefore.current ?? rows.length]
    if (!(first instanceof HTMLElement)) return
    countBefore.current = undefined
    first.focus({ preventScroll: true })
  }, [rows])
  function showMore() {
    countBefore.current = rows.length
    void query.fetchNextPage()
  }
  return (
    <div className="box leads-box">
      <table className="leads" aria-busy={isOld}>
        <caption className="hidden-text">Leads: {orderLabels[order]}</caption>
        <thead className="hidden-text">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((lead) => (
            <LeadRow
              key={lead.id}
              lead={lead}
              isSelected={lead.id === selectedId}
              isChosen={chosen.includes(lead)}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
      {hasNextPage && !isError && (
        <p className="list-end">
          <Button look="line" isBusy={isFetchingNextPage} onPress={showMore}>
            {isFetchingNextPage ? 'Loading...' : 'Show more'}
          </Button>
        </p>
      )}
    </div>
  )
}

type LeadRowProps = {
  lead: LeadEntry
  isSelected: boolean
  /** It is one of those that are worked on together. */
  isChosen: boolean
  actions: RowActions
}

/** A click beside the links and buttons of a row opens it, unless it ended a selection of text. */
function isOnRowItself({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('a, button, label')
  return !isControl && getSelection()?.isCollapsed !== false
}

function twoLines(time: number, now: number) {
  const [relative, exact] = timeLines(time, now)
  return (
    <>
      <span>{relative}</span> <span className="by lead-clock">{exact}</span>
    </>
  )
}

/** One lead. Drawn anew only when it changes. */
const LeadRow = memo(function LeadRow(props: LeadRowProps) {
  const { lead, isSelected, isChosen, actions } = props
  const { id, name, address, message } = lead
  return (
    <tr
      className="lead"
      data-tone={toneOf(lead)}
      data-lead={id}
      data-selected={isSelected || undefined}
      data-chosen={isChosen || undefined}
      tabIndex={-1}
      onFocus={() => actions.onSelect(id)}
      onClick={(event) => isOnRowItself(event) && actions.onOpen(id)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) actions.onOpen(id)
      }}
    >
      <td className="lead-id">
        <label className="switch lead-check">
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={isChosen}
            onChange={() => actions.onChoose(id)}
          />
        </label>
        <span className="lead-number">{id}</span>
      </td>
      <th className="lead-name" scope="row">
        <button className="lead-open" type="button" onClick={() => actions.onOpen(id)}>
          <bdi>{name}</bdi>
        </button>
        {address && address !== defaultAddress && (
          <span className="by lead-address" dir="auto">
            {address}
          </span>
        )}
      </th>
      <td className="lead-contact">
        <a href={telHref(readablePhone(lead))}>
          <PhoneNumber number={readablePhone(lead)} />
        </a>
        {lead.email && <a href={mailHref(lead.email)}>{lead.email}</a>}
      </td>
      <td className="lead-service">
        <ServiceName lead={lead} />
      </td>
      <td className="lead-message">
        {message ? (
          <span className="two-lines" dir="auto">
            <PhoneText text={message} />
          </span>
        ) : (
          <span className="muted">No message</span>
        )}
      </td>
      <td className="lead-date">
        <Time at={lead.createdAt} show={twoLines} />
      </td>
      <td className="lead-status">
        <div className="row status-line">
          <LeadState lead={lead} />
          <NextStep lead={lead} className="tool-button" onGo={(part) => actions.onOpen(id, part)} />
        </div>
      </td>
    </tr>
  )
})
