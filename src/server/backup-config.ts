import { z } from 'zod'

/** A public key of age, of either kind that it makes; Bech32 has neither 1, b, i nor o in its data. */
const publicKey = z.string().regex(/^age1(pq1)?[02-9ac-hj-np-z]{58,3000}$/)

/** `BACKUP_KEY`: the public keys to which backups are encrypted. */
export const backupKeys = z
  .string()
  .transform((list) => list.split(',').map((key) => key.trim()))
  .pipe(z.array(publicKey))
