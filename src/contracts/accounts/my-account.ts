import { z } from 'zod'
import { linkTokenSchema } from './accounts.ts'

const time = z.iso.datetime()

/** A browser in which a person is signed in. Times are ISO 8601 in UTC. */
export const accountSessionSchema = z.object({
  id: z.string(),
  /** The browser that sent this request. */
  isThis: z.boolean(),
  /** What the browser says that it is; empty if it says nothing. */
  userAgent: z.string(),
  /** The network address at which it signed in; empty if that is unknown. */
  address: z.string(),
  signedInAt: time,
  /** To within some minutes. */
  lastUsedAt: time,
})

export type AccountSession = z.infer<typeof accountSessionSchema>

/** What became of the mail that confirms the address. */
export const emailChangeSchema = z.object({
  outcome: z.enum(['sent', 'kept', 'failed']),
  problem: z.string().nullable(),
})

export type EmailChange = z.infer<typeof emailChangeSchema>

/** The body of a link from a mail. */
export const linkSchema = z.object({ token: linkTokenSchema })

/** What the pages for those who are not signed in need to know of the installation. */
export const signInHelpSchema = z.object({
  /** False before the first admin was made. */
  hasAdmin: z.boolean(),
  /** False where mails stay on the server as files. */
  sendsMail: z.boolean(),
})

export type SignInHelp = z.infer<typeof signInHelpSchema>
