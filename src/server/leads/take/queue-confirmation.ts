import { sql } from 'drizzle-orm'
import type { Transaction } from '#/server/db/database.ts'
import { locks } from '#/server/db/locks.ts'
import { readSetting } from '#/server/db/settings.ts'
import { deliveries } from '#/server/db/tables/schema.ts'

type Lead = { id: number; email: string; isUrgent: boolean; isOutside: boolean }

/** The most confirmations: to an address and from a client in a day, and in an hour. */
const most = { toAddress: 1, fromClient: 12, inHour: 60 }

/**
 * Queues the confirmation to the visitor unless a limit is reached. Any visitor can type any address into
 * the form, so the limits keep it from becoming a way to send mail to strangers. `client` is the client's
 * hash. One transaction at a time counts them. Who is told already that the work is outside of our towns
 * gets no confirmation.
 */
export async function queueConfirmation(
  tx: Transaction,
  { id, email, isUrgent, isOutside }: Lead,
  client: string,
): Promise<void> {
  if (email === '' || !(await readSetting(tx, 'visitorMails')).sendsMails) return
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.confirmations})`)
  await tx.execute(sql`
    with recent as (
      select lower(target) address, client_hash client, created_at
      from ${deliveries} where channel = 'confirmation' and created_at > now() - interval '1 day'
    )
    insert into ${deliveries} (lead_id, channel, target, client_hash, is_urgent)
    select ${id}, 'confirmation', ${email}, ${client}, ${isUrgent}
    where (select count(*) from recent where address = lower(${email})) < ${most.toAddress}
      and (select count(*) from recent where client = ${client}) < ${most.fromClient}
      and (select count(*) from recent where created_at > now() - interval '1 hour') < ${most.inHour}
      and not (${isOutside} and exists (
        select from ${deliveries} where lead_id = ${id} and channel = 'update'
      ))
    on conflict do nothing`)
}
