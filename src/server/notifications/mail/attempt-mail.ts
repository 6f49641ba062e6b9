import type { Site } from '#/contracts/documents.ts'
import type { MailToRender, RenderedMail, RenderMail } from '#/contracts/mails.ts'
import type { Database } from '../../db/database.ts'
import type { ClaimedDelivery } from '../deliveries/claims.ts'
import { createContentLoader, type DeliveryContent } from '../deliveries/delivery-content.ts'
import { type Attempt, withTimeout } from '../deliveries/lane.ts'
import { cancelled } from '../deliveries/outcomes.ts'
import { leadMessageId } from './lead-message-id.ts'
import { explainMailFailure } from './mail-failure.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'

/** What it takes to send a lead's mails. */
export type MailAttemptDeps = {
  db: Database
  site: Site
  transport: MailTransport
  renderMail: RenderMail
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

  async function write(claim: ClaimedDelivery, content: DeliveryContent): Promise<OutgoingMail> {
    const { lead, leadSourceMessage } = content
    const isConfirmation = claim.channel === 'confirmation'
    const wanted: MailToRender = isConfirmation
      ? { kind: 'confirmation' }
      : { kind: 'lead', lead, leadSourceMessage }
    return {
      ...(await render(wanted)),
      to: claim.target,
      messageId: leadMessageId(lead, claim.target, site.domain),
      ...(!isConfirmation && { replyTo: { name: lead.name, address: lead.email } }),
    }
  }

  return async (claim, signal) => {
    const content = await loadContent(claim)
    if (!content) return cancelled('The request was deleted before the mail left.')
    // It may have been disabled since the claim.
    if (claim.channel === 'mail' && !content.isRecipientActive) {
      return cancelled('The recipient was disabled or removed before the mail left.')
    }
    const mail = await write(claim, content)
    try {
      const answer = await transport.send(mail, withTimeout(signal, attemptMs))
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
