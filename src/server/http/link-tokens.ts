import { createHash, randomBytes } from 'node:crypto'

/** The secret of a link that opens a page to whoever has it: 128 random bits, in 22 characters. */
export function makeLinkToken(): string {
  return randomBytes(16).toString('base64url')
}

/** What is stored of it: whoever reads a copy of the database can open nothing. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
