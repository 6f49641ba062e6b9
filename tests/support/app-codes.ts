import { createHmac } from 'node:crypto'

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The code that an app with this key (in base 32) shows, as RFC 6238 says; with `steps`, what it
 * shows so many half minutes later.
 */
export function appCode(key: string, steps = 0): string {
  const bits = [...key].map((digit) => digits.indexOf(digit).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
