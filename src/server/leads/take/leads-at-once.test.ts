import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { createSubmitLead } from './submit-lead.ts'

describeOnDatabase('leads that come at once', (database) => {
  let ofAnotherProcess: DatabaseHandle
  beforeAll(async () => {
    ofAnotherProcess = await openDatabase(database.location(), silentLogger)
  })
  afterAll(() => ofAnotherProcess?.close())

  async function read(statement: SQL): Promise<Record<string, unknown>[]> {
    const answer = await database.handle().db.execute(statement)
    return (answer as unknown as { rows: Record<string, unknown>[] }).rows
  }

  const named = (name: string, rest: object = {}) => ({
    submission: submissionSchema.parse(contactBody({ name, ...rest })),
  })
  const names = (group: string, count: number) =>
    Array.from({ length: count }, (_, number) => `${group} ${number}`)

  /** How many leads have names that begin like this, and how many commits have stored them. */
  async function storedAs(group: string) {
    const [row] = await read(sql`
      select count(*)::int as leads, count(distinct xmin::text)::int as commits
      from leads where name like ${`${group}%`}`)
    return row
  }

  test('share a commit, and each is answered as if it had come alone', async () => {
    const submit = createSubmitLead(database.handle())
    const results = await Promise.all(
      names('Together', 40).map(async (name) => ({
        name,
        ...(await submit({ ...named(name), linkHash: `hash of ${name}` })),
      })),
    )
    expect(await storedAs('Together')).toEqual({ leads: 40, commits: 1 })
    const rows = await read(sql`
      select leads.id::int, name, submission_id as "submissionId", token_hash as "linkHash"
      from leads join request_links on lead_id = leads.id where name like 'Together%'`)
    expect(rows).toHaveLength(40)
    for (const { id, name, submissionId } of results) {
      expect(rows).toContainEqual({ id, name, submissionId, linkHash: `hash of ${name}` })
    }
  })

  test('are stored without the one among them that no database can store', async () => {
    const submit = createSubmitLead(database.handle())
    const unstorable = named('Unstorable', {})
    unstorable.submission.message = 'a\u0000b'
    const results = await Promise.allSettled([
      submit(named('Among 1')),
      submit(named('Among 2')),
      submit(unstorable),
      submit(named('Among 3')),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    ])
    expect(await storedAs('Among')).toMatchObject({ leads: 3 })
  })

  test('at two processes in another order are one lead each, and no process waits in a circle', async () => {
    const processes = [database.handle(), ofAnotherProcess].map((handle) =>
      createSubmitLead(handle),
    )
    for (let round = 0; round < 5; round += 1) {
      const all = names(`Twice ${round}`, 50)
      const results = await Promise.all(
        processes.flatMap((submit, place) =>
          (place === 0 ? all : all.toReversed()).map((name) => submit(named(name))),
        ),
      )
      expect(results.filter(({ isRepeat }) => isRepeat)).toHaveLength(50)
    }
    expect(await storedAs('Twice')).toMatchObject({ leads: 250 })
    const rows = await read(sql`
      select pg_stat_get_db_deadlocks(oid)::int as deadlocks
      from pg_database where datname = current_database()`)
    expect(rows).toEqual([{ deadlocks: 0 }])
  })
})
