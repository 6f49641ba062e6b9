import { readdirSync, statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import type { MailToRender } from '#/contracts/notifications/mails.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { notificationRecipients } from '#/server/db/tables/schema.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createClaimDue } from '../deliveries/claims.ts'
import { paceAt } from '../deliveries/pace.ts'
import { createDirectMail } from './direct-mail.ts'
import { leadMessageId } from './lead-message-id.ts'
import type { OutgoingMail } from './mail-transport.ts'

const signal = new AbortController().signal

describeOnDatabase('direct mails', (database) => {
  test('go to those who were active last, with the Message-ID of the later delivery', async () => {
    const folder = temporaryFolder()
    const { site } = testConfig()
    const gone = await openDatabase(database.location(), silentLogger)
    const sent: OutgoingMail[] = []
    const refused = new Set<string>()
    const rendered: MailToRender[] = []
    const direct = createDirectMail({
      db: gone.db,
      folder: folder.path,
      site,
      transport: {
        send: async (mail) => {
          if (refused.has(mail.to)) throw new Error('550 no such mailbox')
          sent.push(mail)
          return 'taken'
        },
      },
      renderMail: async (wanted) => {
        rendered.push(wanted)
        return { subject: 'A lead', html: '', text: '' }
      },
    })
    const { db } = database.handle()
    const request = submissionSchema.parse(contactBody({ submissionId: crypto.randomUUID() }))
    await createSubmitLead(database.handle())({ submission: request })
    const lead = await readLead()
    // Nobody is known yet.
    await direct.send(lead, signal)
    expect(sent).toEqual([])

    await db
      .insert(notificationRecipients)
      .values([{ email: 'on@example.com' }, { email: 'off@example.com', isActive: false }])
    await direct.remember()
    await rm(join(folder.path, 'recipients'))
    // It writes only what has changed.
    await direct.remember()
    expect(readdirSync(folder.path)).toEqual([])
    await db.insert(notificationRecipients).values({ email: 'two@example.com' })
    await direct.remember()
    await db
      .delete(notificationRecipients)
      .where(eq(notificationRecipients.email, 'two@example.com'))
    await direct.remember()
    expect(readdirSync(folder.path)).toEqual(['recipients'])
    expect(statSync(join(folder.path, 'recipients')).mode & 0o777).toBe(0o600)
    await gone.close()
    await expect(direct.remember()).rejects.toThrow()
    await direct.send({ ...lead, id: null }, signal)
    expect(sent).toEqual([
      {
        subject: 'A lead',
        html: '',
        text: '',
        to: 'on@example.com',
        replyTo: { name: 'Maria Alvarez', address: 'maria@example.com' },
        messageId: leadMessageId(lead, 'on@example.com', site.domain),
      },
    ])
    expect(rendered.at(-1)).toEqual({
      kind: 'lead',
      lead: { ...lead, id: null },
      leadSourceMessage: null,
    })

    // One address that refuses does not repeat the mails of the others; none at all is a failure.
    const { length } = sent
    refused.add('on@example.com')
    await expect(direct.send(lead, signal)).rejects.toThrow()
    await writeFile(
      join(folder.path, 'recipients'),
      JSON.stringify(['on@example.com', 'two@example.com']),
    )
    await direct.send(lead, signal)
    expect(sent.slice(length).map(({ to }) => to)).toEqual(['two@example.com'])

    // Who is to be told cannot be read: that is not nobody.
    await rm(join(folder.path, 'recipients'))
    await mkdir(join(folder.path, 'recipients'))
    await expect(direct.send(lead, signal)).rejects.toThrow('EISDIR')
    folder.remove()

    async function readLead() {
      await db.insert(notificationRecipients).values({ email: 'first@example.com' })
      const other = submissionSchema.parse(contactBody({ name: 'Maria Alvarez', message: 'x' }))
      await createSubmitLead(database.handle())({ submission: other })
      const [claim] = await createClaimDue(db, paceAt(1).leaseMs)(1)
      if (!claim?.lead) throw new Error('nothing is due')
      await db.delete(notificationRecipients)
      return claim.lead
    }
  })
})
