import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** The database, or a transaction on it. Inside a transaction use only the one handed to you. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/** A transaction: what takes one must not leave it, so the database itself does not do. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** What processes tell each other through the database. */
export type Channel = 'seo_changed' | 'leads_changed' | 'deliveries_due'

/** Hears what is said on a channel. */
export type Listener = {
  onMessage: (payload: string) => void
  /**
   * Messages may have been missed and none is heard for now: the connection was lost. What was
   * built from earlier ones cannot be trusted until `onRestored`.
   */
  onLost?: () => void
  /** Messages are heard again. Whatever was said in between was not. */
  onRestored?: () => void
}

/** Starts hearing a channel, in this process; resolves once nothing more is missed. */
export type Listen = (channel: Channel, listener: Listener) => Promise<void>

/** Says on a channel that there is something to look for; nobody waits for it. */
export type Announce = (channel: Channel) => void

/** An open database, what it has to tell, and the way to close it. */
export type DatabaseHandle = {
  db: Database
  listen: Listen
  announce: Announce
  close: () => Promise<void>
  /** What the connections of this process do. */
  readPool: () => { used: number; idle: number; waiting: number }
}

/** Where to find the database: a server when `databaseUrl` is set, else the embedded one. */
export type DatabaseLocation = { dataDir: string; databaseUrl?: string | undefined }
