import { readdirSync, statSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MailToRender } from '#/contracts/notifications/mails.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { notificationRecipients } from '#/server/db/tables/schema.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { testFolder } from '#tests/support/own-folder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { createDirectMail } from './direct-mail.ts'
import type { OutgoingMail } from './mail-transport.ts'

const signal = new AbortController().signal
const mail = { kind: 'waiting', requests: [], count: 2, urgentCount: 0 } as const

describeOnDatabase('mails without the database', (database) => {
  test('go to those who were active last, and one who refuses keeps no other from being told', async () => {
    const folder = testFolder()
    const file = join(folder.path, 'recipients')
    const gone = await openDatabase(database.location(), silentLogger)
    const sent: OutgoingMail[] = []
    const refused = new Set<string>()
    const rendered: MailToRender[] = []
    const direct = createDirectMail({
      db: gone.db,
      folder: folder.path,
      domain: testConfig().site.domain,
      attemptMs: 5_000,
      transport: {
        mode: 'smtp',
        close: () => {},
        send: async (outgoing) => {
          if (refused.has(outgoing.to)) throw new Error('550 no such mailbox')
          sent.push(outgoing)
          return { outcome: 'sent', answer: 'taken' }
        },
      },
      renderMail: async (wanted) => {
        rendered.push(wanted)
        return { subject: 'Who waits', html: '', text: '' }
      },
    })
    const { db } = database.handle()
    // Nobody is known yet.
    await direct.send(mail, signal)
    expect(sent).toEqual([])

    await db
      .insert(notificationRecipients)
      .values([{ email: 'on@example.com' }, { email: 'off@example.com', isActive: false }])
    await direct.remember()
    const { ino } = statSync(file)
    // It writes only what has changed, and what another process has copied before.
    await direct.remember()
    expect(statSync(file).ino).toBe(ino)
    await writeFile(file, '[]')
    await direct.remember()
    expect(await readFile(file, 'utf8')).toBe('["on@example.com"]')
    await db.insert(notificationRecipients).values({ email: 'two@example.com' })
    await direct.remember()
    await db
      .delete(notificationRecipients)
      .where(eq(notificationRecipients.email, 'two@example.com'))
    await direct.remember()
    expect(readdirSync(folder.path)).toEqual(['recipients'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await gone.close()
    await expect(direct.remember()).rejects.toThrow()
    await direct.send(mail, signal)
    expect(rendered.at(-1)).toEqual(mail)
    expect(sent).toEqual([
      {
        subject: 'Who waits',
        html: '',
        text: '',
        to: 'on@example.com',
        messageId: expect.stringMatching(/^<waiting-[0-9a-f-]{36}@breezeway\.example>$/),
      },
    ])

    // One address that refuses keeps no other from being told; none at all is a failure.
    refused.add('on@example.com')
    await expect(direct.send(mail, signal)).rejects.toThrow()
    await writeFile(file, JSON.stringify(['on@example.com', 'two@example.com']))
    await direct.send(mail, signal)
    expect(sent.at(-1)?.to).toBe('two@example.com')

    // Who is to be told cannot be read: that is not nobody.
    await rm(file)
    await mkdir(file)
    await expect(direct.send(mail, signal)).rejects.toThrow('EISDIR')
  })
})
