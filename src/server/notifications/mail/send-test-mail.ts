import { randomUUID } from 'node:crypto'
import type { TestMailResult } from '#/contracts/first-steps.ts'
import type { MailToRender, RenderedMail } from '#/contracts/mails.ts'
import { explainMailFailure } from './mail-failure.ts'
import type { MailTransport } from './mail-transport.ts'

/** What a test mail is sent with. */
export type TestMailDeps = {
  transport: MailTransport
  renderMail: (wanted: MailToRender) => Promise<RenderedMail>
  domain: string
  attemptMs: number
}

/** Sends a test mail, once. Answers what became of it. */
export async function sendTestMail(
  { transport, renderMail, domain, attemptMs }: TestMailDeps,
  to: string,
): Promise<TestMailResult> {
  const mail = { ...(await renderMail({ kind: 'test' })), to }
  try {
    const messageId = `<test-${randomUUID()}@${domain}>`
    const answer = await transport.send({ ...mail, messageId }, AbortSignal.timeout(attemptMs))
    return { outcome: transport.mode === 'files' ? 'kept' : 'sent', problem: null, answer }
  } catch (error) {
    const { problem, answer } = explainMailFailure(error)
    return { outcome: 'failed', problem, answer }
  }
}
