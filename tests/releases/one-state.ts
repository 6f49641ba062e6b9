import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#/server/db/database.ts'
import { leads, referrals } from '#/server/db/tables/schema.ts'
import { derive } from '#/server/referrals/derive.ts'
import { beginning, evolve } from '#/server/referrals/evolve.ts'
import type { State } from '#/server/referrals/state.ts'
import { readEvents, readRequest, toLead } from '#/server/referrals/store/read-request.ts'
import { rulesNow } from '#/server/referrals/store/rules-now.ts'

/** Fails where the events of a lead do not give what is stored of it, or the lists show what does not follow. */
export async function expectOneState(db: Database): Promise<void> {
  const rules = rulesNow({ offersByItself: false, mailsVisitor: true })
  for (const lead of await db.select().from(leads)) {
    const { state } = (await readRequest(db, lead.id)) ?? {}
    const [stored] = await db.select().from(referrals).where(eq(referrals.leadId, lead.id))
    if (!state) throw new Error(`nothing is stored of lead ${lead.id}`)
    const events = await readEvents(db, lead.id)
    expect(events[0]?.kind).toBe('received')
    expect(events.reduce<State>(evolve, beginning(toLead(lead)))).toEqual(state)
    const { dueAt: _due, ...follows } = derive(state, rules)
    expect(stored).toMatchObject(state.joinedTo === null ? follows : { stage: 'joined' })
  }
}
