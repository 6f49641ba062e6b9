import { randomUUID } from 'node:crypto'
import type {
  AccountMail,
  ContractorMail,
  MailToRender,
  OwnerMail,
  RenderedMail,
  TestMailResult,
} from '#/contracts/notifications/mails.ts'
import { explainMailFailure } from './mail-failure.ts'
import type { MailTransport } from './mail-transport.ts'

/** What a mail that is not about a lead is sent with. */
export type NoticeDeps = {
  transport: MailTransport
  renderMail: (wanted: MailToRender) => Promise<RenderedMail>
  domain: string
  attemptMs: number
}

/** Sends one mail, once. Answers what became of it. */
export async function sendNotice(
  { transport, renderMail, domain, attemptMs }: NoticeDeps,
  to: string,
  wanted: AccountMail | ContractorMail | OwnerMail | { kind: 'test' },
): Promise<Omit<TestMailResult, 'conversation'>> {
  const mail = { ...(await renderMail(wanted)), to }
  try {
    const messageId = `<${wanted.kind}-${randomUUID()}@${domain}>`
    const answer = await transport.send({ ...mail, messageId }, AbortSignal.timeout(attemptMs))
    return { outcome: transport.mode === 'files' ? 'kept' : 'sent', problem: null, answer }
  } catch (error) {
    const { problem, answer } = explainMailFailure(error)
    return { outcome: 'failed', problem, answer }
  }
}
