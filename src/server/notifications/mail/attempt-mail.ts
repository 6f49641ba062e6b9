import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import type { RenderMail, WrittenMail } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { type ClaimedDelivery, repeatId } from '../deliveries/claims.ts'
import { type Attempt, cancelled } from '../deliveries/outcomes.ts'
import { explainMailFailure } from './mail-failure.ts'
import type { MailTransport } from './mail-transport.ts'

/** The kinds of mails to a contractor or to the visitor, of what becomes of a request. */
export type ReferralChannel = Exclude<DeliveryChannel, 'mail' | 'webhook'>

/** Writes such a mail. */
export type WriteReferralMail = (
  claim: Pick<ClaimedDelivery, 'leadId' | 'offerId'> & { channel: ReferralChannel },
) => Promise<WrittenMail>

type MailAttemptDeps = {
  writeReferralMail: WriteReferralMail
  site: Site
  transport: Pick<MailTransport, 'send'>
  renderMail: RenderMail
}

type AboutLead = Pick<ClaimedDelivery, 'id' | 'channel' | 'target'> & {
  lead: Parameters<typeof repeatId>[0]
}

/**
 * The Message-ID of a lead's mail, the same at each attempt, so that a repeat can be recognised. A lead's
 * mails to an address differ by what they are about.
 */
export function messageIdOf({ id, channel, target, lead }: AboutLead, domain: string): string {
  const isUsual = channel === 'mail' || channel === 'confirmation'
  const about = isUsual ? target : [target, channel, id].join(' ')
  return `<lead-${repeatId(lead, about.toLowerCase())}@${domain}>`
}

/** Attempts to send one mail: to a recipient, a contractor, or the visitor. */
export function mailAttempt(deps: MailAttemptDeps): Attempt {
  const { writeReferralMail, site, transport, renderMail } = deps

  /** What the mail says, and to whom a reply goes. */
  async function write(claim: ClaimedDelivery): Promise<WrittenMail> {
    const { channel, lead, leadId, offerId, leadSourceMessage } = claim
    if (channel === 'webhook') throw new Error('a webhook call is not an email')
    if (channel !== 'mail') return writeReferralMail({ channel, leadId, offerId })
    return {
      wanted: { kind: 'lead', lead, leadSourceMessage },
      ...(lead.email && { replyTo: { name: lead.name, address: lead.email } }),
    }
  }

  return async (claim, signal) => {
    if (claim.channel === 'mail' && !claim.isRecipientActive) {
      return cancelled('The recipient was disabled or removed before the email went out.')
    }
    const written = await write(claim)
    const { writtenAt } = written
    if ('cancelled' in written) return { ...cancelled(written.cancelled), writtenAt }
    const { wanted, said, writtenAt: _, ...to } = written
    const rendered = await renderMail(wanted, site)
    const mail = {
      ...rendered,
      ...to,
      to: claim.target,
      messageId: messageIdOf(claim, site.domain),
    }
    try {
      const taken = await transport.send(mail, signal)
      return { ...taken, problem: null, said, writtenAt }
    } catch (error) {
      return { ...explainMailFailure(error), writtenAt }
    }
  }
}
