import { business } from '#/content/business.ts'
import { waitsForLabels } from '#/content/office/stages.ts'
import { serviceLabel } from '#/content/service-label.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { durationText, shortTime, sinceText, soonTime } from '../../dates.ts'
import { stageText } from '../../stage-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Time, useNow } from '../shell/times.tsx'
import { stepOf, toneOf } from './lead-step.ts'
import { StatusToggle } from './lead-steps.tsx'

/** The label of a service; an emergency stands out by an icon, a filled mark and the word. */
export function ServiceName({ lead: { service, isUrgent } }: { lead: LeadEntry }) {
  if (!isUrgent) return serviceLabel(service)
  const isService = service === urgentServiceId
  return (
    <>
      <span className="emergency">
        <Icon name="siren" />
        {isService ? serviceLabel(service) : 'Emergency:'}
      </span>
      {!isService && ` ${serviceLabel(service)}`}
    </>
  )
}

/** New, Contacted or Closed. */
function StatusMark({ lead }: { lead: LeadEntry }) {
  if (lead.isContacted) return <span className="state-mark">Contacted</span>
  if (lead.waitsFor === 'nobody') return <span className="state-mark">Closed</span>
  const tone = toneOf(lead)
  return (
    <span className="state-mark" data-tone={tone === 'others' ? undefined : tone}>
      New
    </span>
  )
}

/** Why a lead is late or overdue: how long it has waited, by the clock that it runs by. */
function lateTitle(lateness: 'late' | 'overdue', { isUrgent, stage }: LeadEntry): string {
  const { usual, emergency } = business[stage === 'matched' ? 'callLimits' : 'waitLimits']
  const limit = isUrgent ? emergency : usual
  const minutes = lateness === 'late' ? limit.lateAfterMinutes : limit.overdueAfterMinutes
  const named = isUrgent ? 'in an emergency' : 'during business hours'
  const waited = stage === 'matched' ? 'The call has been due' : 'It has waited'
  return `${waited} for more than ${durationText(minutes)} ${named}`
}

/** That a user wants to see a lead again, and when, or that it is time. */
const reminderWords = (time: number, now: number) =>
  time > now ? `reminder ${soonTime(time, now)}` : <strong>reminder due</strong>

/** Since when a lead waits, or until when it is put off. */
function waitsSince({ waitsFor, since, remindAt }: LeadEntry) {
  if (waitsFor === 'nobody') return [', ', <Time key="at" at={since} show={shortTime} />]
  if (waitsFor !== 'later' || !remindAt) return [' ', <Time key="at" at={since} show={sinceText} />]
  return [' until ', <Time key="at" at={remindAt} show={soonTime} />]
}

/** New or Contacted, how far a lead has come, whom it waits for, since when, and whether that is late. */
export function LeadState({ lead }: { lead: LeadEntry }) {
  const { stage, waitsFor, isContacted, lateness, remindAt, remindReason } = lead
  const now = useNow()
  // That a new lead is new its status says.
  const isPlainNew = stage === 'new' && waitsFor === 'us' && !isContacted
  if (lead.isQuarantined) {
    return (
      <p className="lead-state">
        <span className="state-mark">Held as spam</span>
      </p>
    )
  }
  return (
    <div className="lead-state" data-tone={toneOf(lead)}>
      <p className="stage">
        <span className="status-chip">
          <StatusMark lead={lead} />
          {stepOf(lead) !== 'answer' && <StatusToggle lead={lead} />}
        </span>{' '}
        {!isPlainNew && <span className="strong stage-text">{stageText(lead, now)}</span>}
      </p>
      <p className="stage-waits">
        <strong>{waitsForLabels[waitsFor]}</strong>
        {waitsSince(lead)}
        {lateness !== 'fine' && (
          <>
            {', '}
            <strong aria-description={lateTitle(lateness, lead)}>
              {stage === 'matched' && 'call '}
              {lateness}
            </strong>
          </>
        )}
        {remindAt && waitsFor !== 'later' && (
          <>
            {', '}
            <Time at={remindAt} show={reminderWords} />
          </>
        )}
        {remindReason && ': '}
        <bdi>{remindReason}</bdi>
      </p>
    </div>
  )
}
