import { readdirSync, statSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#/server/db/connect/client.ts'
import { notificationRecipients } from '#/server/db/tables/schema.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { folderOfEachTest } from '#tests/support/own-folder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import type { Database } from '../../db/database.ts'
import { createBuiltRenderer } from '../../render/renderer.ts'
import type { OutgoingMail } from './mail-transport.ts'
import { createOwnerMails } from './notices.ts'

const signal = new AbortController().signal
const lapses = ['Bay & Sons: Insurance expires in 30 days, on Mar 20, 2027.']
const link = 'https://breezeway.example/admin/contractors'
const ofLapses = { kind: 'lapses', lapses, link } as const
const ofWaiting = { kind: 'waiting', requests: [], count: 2, urgentCount: 0 } as const

describeOnDatabase('a mail to the recipients', (database) => {
  const db = () => database.handle().db
  const folder = folderOfEachTest()
  let sent: OutgoingMail[]
  let refused: readonly string[]
  beforeEach(async () => {
    await db().delete(notificationRecipients)
    sent = []
    refused = []
  })

  async function create(own: Database = db()) {
    const { renderMail } = await createBuiltRenderer(testConfig().site)
    const transport = {
      mode: 'smtp' as const,
      async send(mail: OutgoingMail) {
        if (refused.includes(mail.to)) throw new Error('550 no such mailbox')
        sent.push(mail)
        return { outcome: 'sent' as const, answer: '250 taken' }
      },
      close: () => {},
    }
    const domain = 'breezeway.example'
    const deps = { db: own, folder: folder.path, transport, renderMail, domain, attemptMs: 5_000 }
    return createOwnerMails(deps, silentLogger)
  }
  const add = (...emails: string[]) =>
    db()
      .insert(notificationRecipients)
      .values(emails.map((email) => ({ email, isActive: !email.startsWith('off') })))

  test('goes to each who is active, and is told once it left to one of them', async () => {
    const { tell } = await create()
    // There is nobody to tell.
    expect(await tell(ofLapses)).toBe(false)
    await add('one@site.example', 'off@site.example', 'two@site.example')
    refused = ['one@site.example']
    expect(await tell(ofLapses)).toBe(true)
    expect(sent.map(({ to }) => to)).toEqual(['two@site.example'])
    expect(sent[0]?.subject).toBe('Contractor licenses or insurance are expiring')
    for (const part of [sent[0]?.text, sent[0]?.html?.replaceAll('&amp;', '&')]) {
      expect(part).toContain(lapses[0])
      expect(part).toContain(link)
    }
    refused = ['one@site.example', 'two@site.example']
    expect(await tell(ofLapses)).toBe(false)
  })

  test('without the database goes to those who were active last, and one who refuses keeps no other from being told', async () => {
    const file = join(folder.path, 'recipients')
    const gone = await openDatabase(database.location(), silentLogger)
    const { remember, tellDirectly } = await create(gone.db)
    await add('on@example.com', 'off@example.com', 'two@example.com')
    await remember()
    await db()
      .delete(notificationRecipients)
      .where(eq(notificationRecipients.email, 'two@example.com'))
    await remember()
    expect(await readFile(file, 'utf8')).toBe('["on@example.com"]')
    expect(readdirSync(folder.path)).toEqual(['recipients'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await gone.close()
    await expect(remember()).rejects.toThrow()
    await tellDirectly(ofWaiting, signal)
    expect(sent).toMatchObject([
      {
        subject: '2 requests aren’t in your inbox yet',
        to: 'on@example.com',
        messageId: expect.stringMatching(/^<waiting-[0-9a-f-]{36}@breezeway\.example>$/),
      },
    ])

    // One address that refuses keeps no other from being told; none at all is a failure.
    refused = ['on@example.com']
    await expect(tellDirectly(ofWaiting, signal)).rejects.toThrow()
    await writeFile(file, JSON.stringify(['on@example.com', 'two@example.com']))
    await tellDirectly(ofWaiting, signal)
    expect(sent.at(-1)?.to).toBe('two@example.com')

    // A list of recipients that cannot be read is not an empty one.
    await rm(file)
    await mkdir(file)
    await expect(tellDirectly(ofWaiting, signal)).rejects.toThrow('EISDIR')
  })
})
