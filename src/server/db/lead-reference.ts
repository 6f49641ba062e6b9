import { createHash } from 'node:crypto'

/**
 * The seven digits by which visitor and owner name a lead over the phone, as `123-4567`. They
 * follow from its submissionId, so that a lead that waits in the journal has them too. The same
 * rule as the SQL function `lead_reference`, which returns them without the hyphen.
 */
export function leadReference(submissionId: string): string {
  const digest = createHash('md5').update(submissionId).digest()
  const digits = String(digest.readUInt32BE(0) % 10_000_000).padStart(7, '0')
  return `${digits.slice(0, 3)}-${digits.slice(3)}`
}
