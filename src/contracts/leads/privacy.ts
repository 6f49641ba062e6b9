/** Whose leads to erase: all with this email, this phone number, or those of this lead's person. */
export type ErasureTarget = {
  email?: string | undefined
  phone?: string | undefined
  leadId?: number | undefined
}

/** What an erasure would delete: shown before it is confirmed. */
export type ErasurePreview = Record<'leads' | 'notes' | 'deliveries', number>

/** The record of an erasure, without any of the erased data. */
export type Erasure = {
  id: number
  at: string
  by: string
  leads: number
}

/** How long leads are kept, and what the last night deleted. */
export type Retention = {
  /** Null: for ever. */
  days: number | null
  lastRun: { at: string; deletedLeads: number } | null
}

/** What a period would delete: shown before it is set. */
export type RetentionPreview = {
  leads: number
  /** At most this many of them are deleted each night. */
  eachNight: number
  /** The oldest of them, at most fifty. */
  oldest: { id: number; name: string; createdAt: string }[]
}
