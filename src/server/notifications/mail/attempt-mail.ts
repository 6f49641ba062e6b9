import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import type { RenderMail, WrittenMail } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { promiseOf } from '#/server/time/promises.ts'
import { leadReference } from '../../db/lead-reference.ts'
import type { ClaimedDelivery, LeadForDelivery } from '../deliveries/claims.ts'
import { type Attempt, cancelled } from '../deliveries/outcomes.ts'
import { leadMessageId } from './lead-message-id.ts'
import { explainMailFailure } from './mail-failure.ts'
import type { MailTransport } from './mail-transport.ts'

/** Writes a mail to a contractor, or to the visitor, of what becomes of a request. */
type WriteReferralMail = (
  claim: Pick<ClaimedDelivery, 'leadId' | 'offerId'>,
) => Promise<WrittenMail>

/** Who writes the mails of each kind. */
export type ReferralMails = Record<
  Exclude<DeliveryChannel, 'mail' | 'webhook' | 'confirmation'>,
  WriteReferralMail
>

/** Makes another link to the page of a lead's request, which nobody else knows. */
export type LinkToRequest = (leadId: number) => Promise<string>

/** What it takes to send a lead's mails. */
type MailAttemptDeps = {
  referralMails: ReferralMails
  site: Site
  transport: MailTransport
  renderMail: RenderMail
  linkToRequest: LinkToRequest
}

/** By when a visitor is answered; null in a mail that leaves after that. */
function answerByOf({ createdAt, isUrgent }: LeadForDelivery): string | null {
  const { answerBy, isOver } = promiseOf(Date.parse(createdAt), isUrgent)
  return isOver ? null : answerBy
}

/** Attempts to send one mail: to a recipient, a contractor, or the visitor. */
export function mailAttempt(deps: MailAttemptDeps): Attempt {
  const { site, transport, renderMail } = deps

  /** What the mail says, and to whom a reply goes. */
  async function write(claim: ClaimedDelivery, lead: LeadForDelivery): Promise<WrittenMail> {
    switch (claim.channel) {
      case 'confirmation':
        // It promises what no contractor may come for: they are told that instead.
        if (lead.isOutside) return deps.referralMails.update(claim)
        return {
          wanted: {
            kind: 'confirmation',
            reference: leadReference(lead.submissionId),
            link: await deps.linkToRequest(lead.id),
            answerBy: answerByOf(lead),
            asksTown: lead.town === null && !claim.isPlaceAsked,
          },
        }
      case 'mail':
        return {
          wanted: { kind: 'lead', lead, leadSourceMessage: claim.leadSourceMessage },
          ...(lead.email && { replyTo: { name: lead.name, address: lead.email } }),
        }
      case 'webhook':
        throw new Error('a call is no mail')
      default:
        return deps.referralMails[claim.channel](claim)
    }
  }

  /** The same at each attempt. A lead's mails to an address differ by what they are about. */
  function messageIdOf({ id, channel, target }: ClaimedDelivery, lead: LeadForDelivery): string {
    const isUsual = channel === 'mail' || channel === 'confirmation'
    const about = isUsual ? target : [target, channel, id].join(' ')
    return leadMessageId(lead, about, site.domain)
  }

  return async (claim, signal) => {
    const { lead } = claim
    if (claim.channel === 'mail' && !claim.isRecipientActive) {
      return cancelled('The recipient was disabled or removed before the mail left.')
    }
    const written = await write(claim, lead)
    const { writtenAt } = written
    if ('cancelled' in written) return { ...cancelled(written.cancelled), writtenAt }
    const { wanted, said, writtenAt: _, ...to } = written
    const rendered = await renderMail(wanted, site)
    const mail = { ...rendered, ...to, to: claim.target, messageId: messageIdOf(claim, lead) }
    try {
      const answer = await transport.send(mail, signal)
      const outcome = transport.mode === 'files' ? 'kept' : 'sent'
      return { outcome, problem: null, answer, said, writtenAt }
    } catch (error) {
      return { ...explainMailFailure(error), writtenAt }
    }
  }
}
