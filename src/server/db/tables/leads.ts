import { pgTable } from 'drizzle-orm/pg-core'
import { leadColumns } from './lead-tables.ts'

/**
 * The leads that are not removed: a view through which they are read, added and changed like a
 * table. Only retention and erasure see `allLeads`. It stands in a file of its own so that no
 * migration makes a table of it.
 */
export const leads = pgTable('visible_leads', leadColumns)
