import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { TokenDocument } from '#/contracts/pages/documents.ts'

/** The secret of a session or of a link from a mail: 256 random bits, in 43 characters. */
export const makeToken = () => randomBytes(32).toString('base64url')

/** The secret of a link that opens a page without signing in: 128 random bits, in 22 characters. */
export function makeLinkToken(): string {
  return randomBytes(16).toString('base64url')
}

/** What is stored of a secret: with a copy of the database no page can be opened. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Compares secrets in a time that does not show where the two differ. */
export function hashesAreEqual(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashLinkToken(given)), Buffer.from(hashLinkToken(expected)))
}

/** Sends a page that is opened by the secret in its address. */
export type SendTokenPage = (reply: FastifyReply, wanted: TokenDocument) => Promise<unknown>
