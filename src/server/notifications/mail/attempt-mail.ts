import type { Site } from '#/contracts/documents.ts'
import type { MailRequest, RenderedMail, RenderMail } from '#/contracts/mails.ts'
import type { Database } from '../../db/database.ts'
import type { ClaimedDelivery } from '../claims.ts'
import { type Attempt, withTimeout } from '../lane.ts'
import { type DeliveryContent, loadContent } from '../lead-for-delivery.ts'
import type { AttemptResult } from '../outcomes.ts'
import { explainMailFailure } from './mail-failure.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { messageId } from './message-id.ts'

/** What it takes to send a lead's mails. */
export type MailAttemptDeps = {
  db: Database
  site: Site
  transport: MailTransport
  renderMail: RenderMail
  attemptMs: number
  /** Hears of each try whether the mail server could be talked to. */
  onServerState?: (isAnswering: boolean) => void
}

/** Recipients of one lead are told at about the same time, and all the same. */
const mostDrafts = 20

/** Draws each of the latest mails once. */
function createDrafts(render: (request: MailRequest) => Promise<RenderedMail>) {
  const drafts = new Map<string, Promise<RenderedMail>>()
  return (request: MailRequest): Promise<RenderedMail> => {
    const key = JSON.stringify(request)
    const known = drafts.get(key)
    if (known) return known
    const draft = render(request)
    draft.catch(() => drafts.delete(key))
    drafts.set(key, draft)
    const [oldest] = drafts.keys()
    if (drafts.size > mostDrafts && oldest !== undefined) drafts.delete(oldest)
    return draft
  }
}

const cancelled = (problem: string): AttemptResult => ({
  outcome: 'cancelled',
  problem,
  answer: null,
})

/** A try to send one mail: to a recipient, or as the confirmation to the visitor. */
export function mailAttempt(deps: MailAttemptDeps): Attempt {
  const { db, site, transport, attemptMs, onServerState } = deps
  const draw = createDrafts((request) => deps.renderMail(request, site))

  async function write(claim: ClaimedDelivery, content: DeliveryContent): Promise<OutgoingMail> {
    const { lead, leadSourceMessage } = content
    const isConfirmation = claim.channel === 'confirmation'
    const request: MailRequest = isConfirmation
      ? { kind: 'confirmation' }
      : { kind: 'lead', lead, leadSourceMessage }
    return {
      ...(await draw(request)),
      to: claim.target,
      messageId: messageId(lead, claim.target, site.domain),
      ...(!isConfirmation && { replyTo: { name: lead.name, address: lead.email } }),
    }
  }

  return async (claim, signal) => {
    const content = await loadContent(db, claim)
    if (!content) return cancelled('The request was deleted before the mail left.')
    // Looked up at this moment: one who was disabled since the claim gets nothing.
    if (claim.channel === 'mail' && !content.isRecipientActive) {
      return cancelled('The recipient was disabled or removed before the mail left.')
    }
    const mail = await write(claim, content)
    try {
      const answer = await transport.send(mail, withTimeout(signal, attemptMs))
      onServerState?.(true)
      return { outcome: 'sent', problem: null, answer }
    } catch (error) {
      const result = explainMailFailure(error)
      // Who refuses one mail is there and answering.
      onServerState?.(result.outcome === 'refused')
      return result
    }
  }
}
