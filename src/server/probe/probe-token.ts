import { createHmac } from 'node:crypto'
import { hashesAreEqual } from '../http/equal-hashes.ts'

/** Which probe a request is, and the how-manieth attempt. The doctor's has no row: it only looks. */
export type ProbeId = { dueAt: Date; attempt: number }

/** Clocks of machines that share a database may be some minutes apart. */
const validForMs = 5 * 60_000

const signatureOf = (key: string, text: string) =>
  createHmac('sha256', key).update(text).digest('base64url')

/** Makes the value of the header that proves a request to be the installation's own. */
export function makeProbeToken(key: string, { dueAt, attempt }: ProbeId, now = Date.now()): string {
  const text = [dueAt.getTime(), attempt, now].join('.')
  return `${text}.${signatureOf(key, text)}`
}

/** A probe as its token names it. One that is too old is the installation's own all the same. */
export type SignedProbe = ProbeId & { isInTime: boolean }

/** Reads such a value; undefined if it was made under another key. */
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
