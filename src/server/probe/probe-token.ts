import { createHmac } from 'node:crypto'
import { hashesAreEqual } from '../http/link-tokens.ts'

/** Names a probe and the number of its attempt. A doctor's look has no row: it stores nothing. */
export type ProbeId = { dueAt: Date; attempt: number }

/** Clocks of machines that share a database may differ by some minutes. */
const validForMs = 5 * 60_000

const signatureOf = (key: string, text: string) =>
  createHmac('sha256', key).update(text).digest('base64url')

/** Makes the value of the header that proves a request to be the installation's own. */
export function makeProbeToken(key: string, { dueAt, attempt }: ProbeId, now = Date.now()): string {
  const text = [dueAt.getTime(), attempt, now].join('.')
  return `${text}.${signatureOf(key, text)}`
}

/**
 * A probe as its token names it. `isInTime` is false for a token that is too old, though made here.
 */
export type SignedProbe = ProbeId & { isInTime: boolean }

/** Undefined for a value that was made under another key. */
export function readProbeToken(
  key: string,
  token: string,
  now = Date.now(),
): SignedProbe | undefined {
  const [, text = '', dueAt, attempt, madeAt, signature = ''] =
    /^((\d{1,15})\.(\d{1,3})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  if (!hashesAreEqual(signature, signatureOf(key, text))) return undefined
  const isInTime = Math.abs(now - Number(madeAt)) <= validForMs
  return { dueAt: new Date(Number(dueAt)), attempt: Number(attempt), isInTime }
}
