import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { leadColumns } from './lead-tables.ts'

/**
 * The leads that are not removed: a view through which they are read, added and changed like a
 * table. Only retention and erasure see `allLeads`. It stands in a file of its own so that no
 * migration makes a table of it.
 */
export const leads = pgTable('visible_leads', leadColumns)

/** Of `leads`: it runs by the clock of emergencies. */
export const isUrgent = sql<boolean>`(${leads.cannotWait} or ${leads.service} = ${urgentServiceId})`
