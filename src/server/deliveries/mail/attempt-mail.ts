import { and, eq } from 'drizzle-orm'
import type { Site } from '#/contracts/documents.ts'
import type { MailRequest, RenderedMail, RenderMail } from '#/contracts/mails.ts'
import type { Database } from '../../db/client.ts'
import { notificationRecipients as recipients } from '../../db/schema.ts'
import type { ClaimedDelivery } from '../claims.ts'
import type { Attempt } from '../lane.ts'
import { type LeadForDelivery, loadLead } from '../lead-for-delivery.ts'
import type { AttemptResult } from '../outcomes.ts'
import { readLeadSourceSettings } from '../recipients/lead-source-message.ts'
import { explainMailFailure } from './mail-failure.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { messageId } from './message-id.ts'

/** What it takes to send a lead's mails. */
export type MailAttemptDeps = {
  db: Database
  site: Site
  transport: MailTransport
  renderMail: RenderMail
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

async function isWanted(db: Database, { channel, recipientId }: ClaimedDelivery): Promise<boolean> {
  if (channel === 'confirmation') return true
  if (recipientId === null) return false
  const [row] = await db
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(eq(recipients.id, recipientId), eq(recipients.isActive, true)))
  return row !== undefined
}

/** A try to send one mail: to a recipient, or as the confirmation to the visitor. */
export function mailAttempt(deps: MailAttemptDeps): Attempt {
  const { db, site, transport, onServerState } = deps
  const draw = createDrafts((request) => deps.renderMail(request, site))

  async function write(claim: ClaimedDelivery, lead: LeadForDelivery): Promise<OutgoingMail> {
    const isConfirmation = claim.channel === 'confirmation'
    const request: MailRequest = isConfirmation
      ? { kind: 'confirmation' }
      : { kind: 'lead', lead, leadSourceMessage: (await readLeadSourceSettings(db)).message }
    return {
      ...(await draw(request)),
      to: claim.target,
      messageId: messageId(lead, claim.target, site.domain),
      ...(!isConfirmation && { replyTo: { name: lead.name, address: lead.email } }),
    }
  }

  return async (claim, signal) => {
    const lead = await loadLead(db, claim.leadId)
    if (!lead) return cancelled('The request was deleted before the mail left.')
    const mail = await write(claim, lead)
    // Asked last, so that a recipient who was disabled a moment ago gets nothing.
    if (!(await isWanted(db, claim))) {
      return cancelled('The recipient was disabled or removed before the mail left.')
    }
    try {
      const answer = await transport.send(mail, signal)
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
