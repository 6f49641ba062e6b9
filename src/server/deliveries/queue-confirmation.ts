import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { locks } from '../db/locks.ts'
import { deliveries, leads } from '../db/schema.ts'

/**
 * How many confirmations leave. Anybody can type anybody's address into the form, so these keep it
 * from becoming a way to send mail to strangers.
 */
export const confirmationLimits = {
  toOneAddressADay: 1,
  fromOneClientADay: 3,
  inAllAnHour: 60,
} as const

/**
 * Queues the confirmation to the visitor in the transaction that stores the lead, unless a limit is
 * reached. `client` is what requests are counted by; only a hash of it is kept.
 */
export async function queueConfirmation(
  tx: Database,
  leadId: number,
  client: string,
): Promise<void> {
  const clientHash = createHash('sha256').update(client).digest('hex')
  const { toOneAddressADay, fromOneClientADay, inAllAnHour } = confirmationLimits
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.confirmations})`)
  await tx.execute(sql`
    with recent as (
      select target, client_hash, created_at from ${deliveries}
      where channel = 'confirmation' and created_at > now() - interval '1 day'
    )
    insert into ${deliveries} (lead_id, channel, target, client_hash)
    select ${leads.id}, 'confirmation', ${leads.email}, ${clientHash}
    from ${leads}
    where ${leads.id} = ${leadId}
      and (select count(*) from recent where lower(target) = lower(${leads.email}))
        < ${toOneAddressADay}
      and (select count(*) from recent where client_hash = ${clientHash}) < ${fromOneClientADay}
      and (select count(*) from recent where created_at > now() - interval '1 hour')
        < ${inAllAnHour}
    on conflict do nothing`)
}
