import type {
  MailToRender,
  RenderedMail,
  RenderMail,
  WrittenMail,
} from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { Database } from '../../db/database.ts'
import type { ClaimedDelivery } from '../deliveries/claims.ts'
import {
  createContentLoader,
  type DeliveryContent,
  type LeadForMail,
} from '../deliveries/delivery-content.ts'
import { type Attempt, withTimeout } from '../deliveries/lane.ts'
import { cancelled } from '../deliveries/outcomes.ts'
import { leadMessageId } from './lead-message-id.ts'
import { explainMailFailure } from './mail-failure.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'

/** Writes a mail to a contractor, or to the owner or the visitor on contractors. */
export type WriteReferralMail = (claim: ClaimedDelivery) => Promise<WrittenMail>

/** Makes another link to the page of a lead's request, which nobody else knows. */
export type LinkToRequest = (leadId: number) => Promise<string>

/** What it takes to send a lead's mails. */
export type MailAttemptDeps = {
  db: Database
  writeReferralMail: WriteReferralMail
  site: Site
  transport: MailTransport
  renderMail: RenderMail
  linkToRequest: LinkToRequest
  attemptMs: number
  /** Called after each attempt that shows it: why the mail server does not answer, or null. */
  onServerState?: (problem: string | null) => void
}

/** The recipients of one lead get the same text at about the same time. */
const mostCached = 20

/** Renders each of the latest mails once. */
function cacheLatest(render: (wanted: MailToRender) => Promise<RenderedMail>) {
  const cache = new Map<string, Promise<RenderedMail>>()
  return (wanted: MailToRender): Promise<RenderedMail> => {
    const key = JSON.stringify(wanted)
    const known = cache.get(key)
    if (known) return known
    const mail = render(wanted)
    mail.catch(() => cache.delete(key))
    cache.set(key, mail)
    const [oldest] = cache.keys()
    if (cache.size > mostCached && oldest !== undefined) cache.delete(oldest)
    return mail
  }
}

/** Attempts to send one mail: to a recipient, or the confirmation to the visitor. */
export function mailAttempt(deps: MailAttemptDeps): Attempt {
  const { db, site, transport, attemptMs, onServerState } = deps
  const loadContent = createContentLoader(db)
  const render = cacheLatest((wanted) => deps.renderMail(wanted, site))

  /** What the mail says, and whom an answer to it goes to. */
  async function contentOf(
    claim: ClaimedDelivery,
    { lead, leadSourceMessage }: DeliveryContent,
  ): Promise<WrittenMail> {
    switch (claim.channel) {
      case 'confirmation':
        return { wanted: { kind: 'confirmation', link: await deps.linkToRequest(lead.id) } }
      case 'mail':
        return {
          wanted: { kind: 'lead', lead, leadSourceMessage },
          replyTo: { name: lead.name, address: lead.email },
        }
      default:
        return deps.writeReferralMail(claim)
    }
  }

  async function write(
    claim: ClaimedDelivery,
    content: DeliveryContent,
  ): Promise<OutgoingMail | { cancelled: string }> {
    const mail = await contentOf(claim, content)
    if ('cancelled' in mail) return mail
    const { wanted, replyTo } = mail
    return {
      ...(await render(wanted)),
      to: claim.target,
      messageId: messageIdOf(claim, content.lead),
      ...(replyTo && { replyTo }),
    }
  }

  /** The same at each attempt. A lead's mails to an address differ by what they are about. */
  function messageIdOf(claim: ClaimedDelivery, lead: LeadForMail): string {
    const { id, channel, target } = claim
    const isUsual = channel === 'mail' || channel === 'confirmation'
    const about = isUsual ? target : [target, channel, id].join(' ')
    return leadMessageId(lead, about, site.domain)
  }

  return async (claim, signal) => {
    const content = await loadContent(claim)
    if (!content) return cancelled('The request was deleted before the mail left.')
    // It may have been disabled since the claim.
    if (claim.channel === 'mail' && !content.isRecipientActive) {
      return cancelled('The recipient was disabled or removed before the mail left.')
    }
    const mail = await write(claim, content)
    if ('cancelled' in mail) return cancelled(mail.cancelled)
    try {
      const answer = await withTimeout({ signal, ms: attemptMs }, (limited) =>
        transport.send(mail, limited),
      )
      onServerState?.(null)
      return { outcome: transport.mode === 'files' ? 'kept' : 'sent', problem: null, answer }
    } catch (error) {
      const { isAnswering, ...result } = explainMailFailure(error)
      // Aborted by us, it shows nothing.
      if (!signal.aborted) onServerState?.(isAnswering ? null : result.problem)
      return result
    }
  }
}
