import { useRef, useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { NewReminder, Reminder } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { reminderLimit } from '#/contracts/limits.ts'
import { soonTime } from '../../../dates.ts'
import { InputField } from '../../../ui/fields.tsx'
import { useChange } from '../../shell/use-api.ts'

const choices: [NewReminder['when'], string][] = [
  ['hours', 'In 3 hours'],
  ['tomorrow', 'Tomorrow'],
  ['monday', 'Monday'],
]

const reasonFrame = { name: 'remind-reason', label: 'What for? (optional)' }
const dayFrame = { name: 'remind-day', label: 'Or on a day' }

/** When it comes back, and why then. */
function wordsOf({ at, isSooner, isPutOff }: Reminder): string {
  const time = soonTime(Date.parse(at), Date.now())
  if (isSooner) return `You see it again ${time}: the promised answer is due soon after`
  return isPutOff
    ? `You see it again ${time}`
    : `It stays in the list, and you are reminded ${time}`
}

/** Has a lead shown again later: it leaves what waits for us until then. */
export function LeadReminder({ lead }: { lead: LeadEntry }) {
  const details = useRef<HTMLDetailsElement>(null)
  const params = { leadId: lead.id }
  const refetches = [api.leads.path]
  /** What was pressed goes with the answer. Who has gone on meanwhile keeps the focus. */
  function focusSummary() {
    const { current } = details
    const { activeElement } = document
    const isHere =
      activeElement === document.body || current?.parentElement?.contains(activeElement)
    if (isHere) current?.querySelector('summary')?.focus()
  }
  const remove = useChange(api.removeReminder, {
    send: () => ({ params }),
    success: 'The reminder was removed',
    failure: 'Failed to remove the reminder',
    refetches,
    onAnswer: focusSummary,
  })
  const [reason, setReason] = useState('')
  const [day, setDay] = useState('')
  const set = useChange(api.setReminder, {
    send: (when: string) => ({ params, body: { when, reason } }),
    success: wordsOf,
    failure: 'Failed to set the reminder',
    refetches,
    onAnswer() {
      setReason('')
      focusSummary()
      details.current?.removeAttribute('open')
    },
  })
  if (lead.isQuarantined || lead.waitsFor === 'nobody') return null
  const isOurs = lead.waitsFor === 'us' || lead.waitsFor === 'later'
  // What was promised and is late stays in sight, and an emergency until it is with somebody.
  const isLate = lead.lateness === 'overdue' || lead.stage === 'matched'
  if (isOurs && (lead.isUrgent || (isLate && !lead.remindAt))) return null
  return (
    <div className="panel-reminder">
      {lead.remindAt && (
        <button
          className="tool-button"
          type="button"
          aria-disabled={remove.isPending}
          onClick={() => remove.isPending || remove.mutate()}
        >
          Remove the reminder
        </button>
      )}
      <details ref={details} className="opener">
        <summary>{lead.remindAt ? 'Choose another time' : 'Snooze'}</summary>
        <form
          className="part-form note-form"
          onSubmit={(event) => {
            event.preventDefault()
            set.mutate(day)
          }}
        >
          <p className="by">
            {isOurs
              ? 'It leaves what waits for us until then. It is back sooner if the customer writes, or an hour before what they were promised is due.'
              : 'It does not wait for us now, and stays in the list. You are reminded, unless something happens to it before.'}
          </p>
          <InputField
            frame={reasonFrame}
            maxLength={reminderLimit}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className="row">
            {choices.map(([when, label]) => (
              <button
                key={when}
                className="tool-button"
                type="button"
                aria-disabled={set.isPending}
                onClick={() => set.isPending || set.mutate(when)}
              >
                {label}
              </button>
            ))}
          </div>
          <InputField
            frame={dayFrame}
            type="date"
            required
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
          <button className="tool-button" type="submit" disabled={!day || set.isPending}>
            Show it on that day
          </button>
        </form>
      </details>
    </div>
  )
}
