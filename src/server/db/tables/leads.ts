import { pgTable } from 'drizzle-orm/pg-core'
import { leadColumns } from './lead-tables.ts'

/**
 * The leads that are not removed: a view through which they are read, added and changed like a table.
 * Only retention and erasure see `allLeads`. It stands apart because no migration makes it a table.
 */
export const leads = pgTable('visible_leads', leadColumns)
