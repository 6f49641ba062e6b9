import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

/** The database, or a transaction on it. Inside a transaction use only the transaction. */
export type Database = PgDatabase<NodePgQueryResultHKT>

/** A transaction. A function that must run inside a transaction takes this type. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** The channels of database signals between the processes of one installation. */
export type Channel =
  | 'seo_changed'
  /** Something may be due, or to be shown anew. */
  | 'leads_changed'
  /** Sent by triggers of the database. */
  | 'ratings_changed'
  /** With the key of the setting. */
  | 'settings_changed'

/** What a process does with the signals of a channel. */
export type Listener = {
  onMessage: (payload: string) => void
  /**
   * The connection was lost: signals may have been missed, and none arrive until `onRestored`.
   * Until then, data that relies on these signals may be out of date.
   */
  onLost?: () => void
  /** Signals arrive again. Those that were sent since `onLost` are lost. */
  onRestored?: () => void
}

/** Listens on a channel; resolves once every later signal will arrive. */
export type Listen = (channel: Channel, listener: Listener) => Promise<void>

/**
 * Why the database may lose what it has committed: `fsync` and `full_page_writes` are off, so with a
 * power cut; or no standby is synchronous, so with a failover.
 */
export type CommitRisk = 'fsync' | 'full_page_writes' | 'failover'

/** What an owner should know of a server. */
export type ServerSafety = {
  commitRisks: CommitRisk[]
  /**
   * The right by which the role of the product could run programs on the server's machine or reach files
   * of it: `superuser`, the name of the role that has it, or `createrole`. Null for none.
   */
  excessRight: string | null
}

/** An open database with its signals. */
export type DatabaseHandle = {
  db: Database
  listen: Listen
  close: () => Promise<void>
  /** Reads what the owner should know of this server. */
  safety: () => Promise<ServerSafety>
  /** Why the server is away; undefined while it is not. */
  lastFailure: () => unknown
}

/** A database that is being opened. Until `ready` resolves every query fails as if it were away. */
export type ConnectingDatabase = DatabaseHandle & {
  /**
   * Resolves after the first try: true if the database is ready, false if it is away, or is still
   * being migrated after half a minute.
   */
  firstTry: Promise<boolean>
  /** The server is there, and this process or another one migrates the database. */
  isMigrating: () => boolean
  /** Rejects if the database can never be used, and not while it is away. */
  ready: Promise<void>
}

/**
 * Where the database is: at `databaseUrl` if it is set, else on the embedded server in `dataDir`.
 */
export type DatabaseLocation = { dataDir: string; databaseUrl?: string | undefined }
