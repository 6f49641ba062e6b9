import { api } from '#/contracts/endpoints/api.ts'
import type { NewReminder, Reminder } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { reminderLimit } from '#/contracts/limits.ts'
import { soonTime } from '../../dates.ts'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/fields.tsx'
import { Opener } from '../../ui/lists.tsx'
import { panelSectionId } from '../shell/panel-frame.tsx'
import { useChange } from '../shell/use-api.ts'
import { stepOf } from './lead-step.ts'

/** Marks a lead contacted, or new again. Its toast can undo it. */
export function StatusToggle({ lead, className = '' }: { lead: LeadEntry; className?: string }) {
  const { id, isContacted, name } = lead
  const { mutate, isPending } = useChange(api.leadContactStatus, {
    send: (body: { isContacted: boolean; isUndo: boolean }) => ({ params: { leadId: id }, body }),
    undo: (sent) => (sent.isUndo ? undefined : { isContacted: !sent.isContacted, isUndo: true }),
    success: 'Lead status updated successfully',
    failure: 'Failed to update lead status',
    hidesReason: true,
    refetches: [api.leads.path],
  })
  return (
    <button
      className={`mark-status ${className}`}
      type="button"
      aria-disabled={isPending}
      onClick={({ currentTarget }) => {
        if (isPending) return
        // Where the next step is another one then, this button goes; in the list its row stays.
        currentTarget.closest<HTMLElement>('[data-lead]')?.focus({ preventScroll: true })
        mutate({ isContacted: !isContacted, isUndo: false })
      }}
    >
      {isContacted ? 'Mark New' : 'Mark Contacted'}
      <span className="hidden-text">: {name}</span>
    </button>
  )
}

const sections = {
  ask: { section: 'Matching contractors', text: 'Choose a contractor' },
  check: { section: 'Contractor', text: 'Follow up on the call' },
  quiet: { section: 'Contractor', text: 'Check on the job' },
} as const

type NextStepProps = {
  lead: LeadEntry
  className: string
  /** Goes to the part of the panel with this id. */
  onGo: (id: string) => void
}

/** The next step as a button; nothing where somebody else has to do something. */
export function NextStep({ lead, className, onGo }: NextStepProps) {
  const step = stepOf(lead)
  if (!step) return null
  if (step === 'answer') return <StatusToggle lead={lead} className={className} />
  const { section, text } = sections[step]
  return (
    <button className={className} type="button" onClick={() => onGo(panelSectionId(section))}>
      {text}
      <span className="hidden-text">: {lead.name}</span>
    </button>
  )
}

/** Moves a lead into quarantine, or out of it. */
export function QuarantineButton({ lead }: { lead: LeadEntry }) {
  const { id, isQuarantined } = lead
  const move = useChange(isQuarantined ? api.leadRelease : api.leadQuarantine, {
    send: () => ({ params: { leadId: id } }),
    success: (moved) => (moved.isQuarantined ? 'Marked as spam' : 'Marked as not spam'),
    failure: isQuarantined ? 'Failed to mark it as not spam' : 'Failed to mark it as spam',
  })
  return (
    <Button
      look={isQuarantined ? 'main' : 'text'}
      isOff={move.isPending}
      onPress={() => move.mutate()}
    >
      {isQuarantined ? 'This is a real request' : 'This is spam'}
    </Button>
  )
}

const choices: [NewReminder['when'], string][] = [
  ['hours', 'In 3 hours'],
  ['tomorrow', 'Tomorrow'],
  ['monday', 'Monday'],
]

/** When it comes back, and why then. */
function reminderText({ at, isSooner, isPutOff }: Reminder): string {
  const time = soonTime(Date.parse(at), Date.now())
  if (isSooner) return `Snoozed until ${time}, because our promise to them is due soon after`
  return isPutOff ? `Snoozed until ${time}` : `It stays in the list. Reminder: ${time}`
}

/** Has a lead shown again later: it leaves what waits for us until then. */
export function LeadReminder({ lead }: { lead: LeadEntry }) {
  const params = { leadId: lead.id }
  const remove = useChange(api.removeReminder, {
    send: () => ({ params }),
    success: 'The snooze was canceled',
    failure: 'Failed to cancel the snooze',
  })
  const set = useChange(api.setReminder, {
    send: (body: NewReminder) => ({ params, body }),
    success: reminderText,
    failure: 'Failed to snooze this request',
  })
  function send(form: HTMLFormElement | null, day?: string) {
    if (set.isPending || !form) return
    const typed = new FormData(form)
    set.mutate({
      when: day ?? String(typed.get('remind-day')),
      reason: String(typed.get('remind-reason')),
    })
  }
  if (lead.isQuarantined || lead.waitsFor === 'nobody') return null
  const isOurs = lead.waitsFor === 'us' || lead.waitsFor === 'later'
  // What was promised and is late stays in sight, and an emergency until it is with somebody.
  const isLate = lead.lateness === 'overdue' || lead.stage === 'matched'
  if (isOurs && (lead.isUrgent || (isLate && !lead.remindAt))) return null
  return (
    <>
      {lead.remindAt && (
        <Button isBusy={remove.isPending} onPress={() => remove.mutate()}>
          Cancel snooze
        </Button>
      )}
      {/* Another one once it is snoozed: closed, and with nothing typed. */}
      <Opener key={lead.remindAt} line={lead.remindAt ? 'Choose another time' : 'Snooze'}>
        <form
          className="part-form note-form"
          onSubmit={(event) => {
            event.preventDefault()
            send(event.currentTarget)
          }}
        >
          <p className="by">
            {isOurs
              ? 'It stays out of “Needs action” until then. It’s back sooner if the customer writes, or an hour before our promise to them is due.'
              : 'It stays in the list. We’ll remind you then, unless something happens first.'}
          </p>
          <InputField
            frame={{ name: 'remind-reason', label: 'What for? (optional)' }}
            maxLength={reminderLimit}
            autoComplete="off"
          />
          <div className="row">
            {choices.map(([when, label]) => (
              <Button
                key={when}
                isBusy={set.isPending}
                onPress={(pressed) => send(pressed.form, when)}
              >
                {label}
              </Button>
            ))}
          </div>
          <InputField frame={{ name: 'remind-day', label: 'Or until' }} type="date" required />
          <button className="tool-button" type="submit" aria-disabled={set.isPending}>
            Snooze until that day
          </button>
        </form>
      </Opener>
    </>
  )
}
