import { createHash, timingSafeEqual } from 'node:crypto'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Compares a secret in a time that says nothing about where the two differ. */
export function hashesAreEqual(given: string, expected: string): boolean {
  return timingSafeEqual(hash(given), hash(expected))
}
