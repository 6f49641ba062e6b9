import { createHash } from 'node:crypto'
import type { LeadForMail } from '../deliveries/claims.ts'

/**
 * The Message-ID of a lead's mail to an address: the same at each attempt, so that a repeat can be
 * recognised.
 */
export function leadMessageId(
  { submissionId, contentHash }: Pick<LeadForMail, 'submissionId' | 'contentHash'>,
  to: string,
  domain: string,
): string {
  const hash = createHash('sha256')
    .update([submissionId, contentHash, to.toLowerCase()].join('\0'))
    .digest('hex')
    .slice(0, 32)
  return `<lead-${hash}@${domain}>`
}
