import { createHash, timingSafeEqual } from 'node:crypto'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Compares secrets in a time that does not show where the two differ. */
export function hashesAreEqual(given: string, expected: string): boolean {
  return timingSafeEqual(hash(given), hash(expected))
}
