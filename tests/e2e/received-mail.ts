import { simpleParser } from 'mailparser'
import { type MailServer, startLocalMailServer } from '#tests/support/mail-server.ts'
import { expect, ownSite, test } from './fixtures.ts'

/** A site of one's own that sends its mails to a server. */
export function ownMailingSite() {
  let mails: MailServer
  const site = ownSite(async () => {
    mails = await startLocalMailServer()
    return { SMTP_URL: mails.url }
  })
  test.afterAll(() => mails.goAway())

  /** The mail that somebody was sent with this subject, and the path of the link in it. */
  async function mailTo(to: string, subject: RegExp) {
    let found: { text: string; link: string } | undefined
    await expect(async () => {
      for (const { to: address, raw } of mails.taken) {
        const { text = '', subject: ofMail = '' } = await simpleParser(raw)
        if (address !== to || !subject.test(ofMail)) continue
        const link = /\/(offer|request)\/[\w-]{22}|\/admin\/\S+#[\w-]+/.exec(text)?.[0] ?? ''
        found = { text, link }
      }
      expect(found, `${subject} to ${to}`).toBeDefined()
    }).toPass({ timeout: 30_000 })
    return found ?? { text: '', link: '' }
  }
  return { site, mailTo }
}
