import { expect, test } from 'vitest'
import { notificationRecipients } from '#/server/db/tables/schema.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { createBuiltRenderer } from '../../render/renderer.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { createTellRecipients } from './send-notice.ts'

describeOnDatabase('a mail to the recipients', (database) => {
  test('goes to each who is active, and is told once it left to one of them', async () => {
    const { db } = database.handle()
    const { renderMail } = await createBuiltRenderer(testConfig().site)
    const sent: OutgoingMail[] = []
    let refused: readonly string[] = []
    const transport: MailTransport = {
      mode: 'smtp',
      async send(mail) {
        if (refused.includes(mail.to)) throw new Error('refused')
        sent.push(mail)
        return { outcome: 'sent', answer: '250 taken' }
      },
      close: () => {},
    }
    const deps = { db, transport, renderMail, domain: 'breezeway.example', attemptMs: 5_000 }
    const tell = createTellRecipients(deps, silentLogger)
    const link = 'https://breezeway.example/admin/contractors'
    const lapses = ['Bay & Sons: Insurance expires in 30 days, on Mar 20, 2027.']
    const mail = { kind: 'lapses', lapses, link } as const
    // There is nobody to tell.
    expect(await tell(mail)).toBe(false)

    await db
      .insert(notificationRecipients)
      .values([
        { email: 'one@site.example' },
        { email: 'off@site.example', isActive: false },
        { email: 'two@site.example' },
      ])
    refused = ['one@site.example']
    expect(await tell(mail)).toBe(true)
    expect(sent.map(({ to }) => to)).toEqual(['two@site.example'])
    expect(sent[0]?.subject).toBe('Contractor licenses or insurance are expiring')
    for (const part of [sent[0]?.text, sent[0]?.html?.replaceAll('&amp;', '&')]) {
      expect(part).toContain(lapses[0])
      expect(part).toContain(link)
    }
    refused = ['one@site.example', 'two@site.example']
    expect(await tell(mail)).toBe(false)
  })
})
