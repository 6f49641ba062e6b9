import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import { PanelSection, type SectionProps } from '../../shell/panel-frame.tsx'
import { ExactTime } from '../../shell/times.tsx'

const labels: Record<HistoryEntry['kind'], string> = {
  received: 'Received',
  quarantined: 'Marked as spam',
  released: 'Marked as not spam',
  telling: 'Notifications requested',
  notified: 'Notified',
  contacted: 'Marked contacted',
  'marked-new': 'Marked new',
  noted: 'Note added',
  'put-off': 'Reminder set for',
  'reminder-removed': 'Reminder removed',
  reminded: 'Reminder was due',
  'added-place': 'Visitor gave the address',
  'added-call-time': 'Visitor said when to call',
  'added-word': 'Visitor added to the request',
  withdrawn: 'Visitor withdrew the request',
  'wanted-again': 'Visitor reopened the request',
  'added-photo': 'Visitor added a photograph',
  'removed-photo': 'Visitor removed a photograph',
  offered: 'Offered to',
  accepted: 'Accepted by',
  agreed: 'Agreed by phone with',
  declined: 'Declined by',
  'offer-expired': 'No answer in time from',
  'offer-withdrawn': 'Offer withdrawn from',
  'ran-out': 'No contractor left to ask',
  outcome: 'Outcome:',
  'handed-back': 'Handed back by',
  'call-changed': 'New time for the call, from',
  'on-the-way': 'On the way:',
  'call-missed': 'Promised call not confirmed:',
  'not-called': 'Visitor says that no call came from',
  spoken: 'They have spoken, said',
  claimed: 'Reported, and the visitor was asked:',
  reopened: 'Visitor still needs help',
  undelivered: 'Email with the offer not delivered to',
  'came-back': 'Email came back from',
  'place-asked': 'Visitor was asked where it is',
  'cannot-wait': 'Emergency:',
  corrected: 'Corrected',
  joined: 'Joined to request',
  parted: 'Parted from request',
  entered: 'Entered by phone',
  imported: 'Imported',
  rated: 'Visitor rated it',
  'rating-published': 'Rating published',
  'rating-taken-off': 'Rating taken off the site',
  'rating-withdrawn': 'Visitor took back the yes to publishing',
  unknown: 'Changed by a newer version of this site',
}

/** What happened to a lead, when and by whom. */
export function LeadHistory({ lead }: SectionProps) {
  return (
    <PanelSection heading="History">
      <ol className="history">
        {lead.history.map(({ id, kind, detail, by, at }) => (
          <li key={id}>
            <span>
              {labels[kind] ?? labels.unknown}
              {detail && (
                <>
                  {' '}
                  <bdi>{detail}</bdi>
                </>
              )}
              {by && (
                <>
                  {' '}
                  by <bdi>{by}</bdi>
                </>
              )}
            </span>
            <ExactTime at={at} isMuted />
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}
