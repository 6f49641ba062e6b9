import { createHash } from 'node:crypto'

/**
 * The Message-ID of a lead's mail to an address: the same at each try, so that a repeat can be
 * recognised. It holds what no two leads share, or a mail server would take the first lead of a new
 * installation for a repeat of an old one's.
 */
export function messageId(
  lead: { id: number; submissionId: string; contentHash: string },
  to: string,
  domain: string,
): string {
  const hash = createHash('sha256')
    .update([lead.submissionId, lead.contentHash, to.toLowerCase()].join('\0'))
    .digest('hex')
    .slice(0, 32)
  return `<lead-${lead.id}-${hash}@${domain}>`
}
