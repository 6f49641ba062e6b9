import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { leads } from '../db/tables/schema.ts'
import { paceAt } from './deliveries/pace.ts'
import { unknownMailServer } from './mail/watch-mail-server.ts'
import { addRecipient } from './recipients/recipients.ts'
import { startWorker } from './worker.ts'

/** No look comes by itself as long as the test runs. */
const pace = { ...paceAt(1), fallbackMs: 3_600_000 }

describeOnDatabase('the worker', (database) => {
  test('looks for what is due as soon as it hears signals again: some were lost', async () => {
    const { db, listen, announce } = database.handle()
    await addRecipient(db, 'owner@example.com')
    /** Queues a mail that nobody is told of. */
    async function queueInSilence(name: string) {
      const columns = { name, email: 'maria@example.com', phone: '3865550123', service: 'other' }
      const keys = { submissionId: name, contentHash: name, phoneAsTyped: '3865550123' }
      const [lead] = await db
        .insert(leads)
        .values({ ...columns, ...keys })
        .returning()
      await db.execute(sql`select queue_deliveries(${lead?.id}::bigint)`)
    }

    const sent: string[] = []
    const log: string[] = []
    const tried = () => log.filter((line) => line.includes('delivery attempted'))
    const heard: boolean[] = []
    await queueInSilence('Before the start')
    const worker = await startWorker({
      database: { db, listen, announce },
      logger: pino({}, { write: (line: string) => void log.push(line) }),
      site: testConfig().site,
      pace,
      transport: {
        mode: 'smtp',
        send: async ({ subject }) => {
          sent.push(subject)
          return 'taken'
        },
        verify: async () => {},
        close: () => {},
      },
      followTransport: async () => {},
      renderMail: async (mail) => {
        const subject = mail.kind === 'lead' ? mail.lead.name : mail.kind
        return { subject, html: '', text: '' }
      },
      writeReferralMail: async () => ({ cancelled: 'There are no offers here.' }),
      linkToRequest: async () => '',
      readToldOf: async () => [],
      allowsPrivateWebhooks: false,
      mailServer: unknownMailServer(),
      onListening: (isListening) => void heard.push(isListening),
    })
    // After a try it looks once more, and then waits for a signal.
    await expect.poll(tried).toHaveLength(1)

    await queueInSilence('While nobody heard')
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'breezeway listener'`)
    await expect.poll(() => heard).toEqual([false, true])
    await expect.poll(() => sent).toEqual(['Before the start', 'While nobody heard'])
    await worker.close()
  })
})
