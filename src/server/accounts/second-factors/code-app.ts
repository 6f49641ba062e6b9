import { randomBytes } from 'node:crypto'

/** The digits of base 32 (RFC 4648), by which apps take a key. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base 32, without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => digits[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}

/** A key for an app, of 160 bits, as RFC 4226 recommends: the library takes it as text. */
export function makeAppKey(): string {
  return randomBytes(20).toString('base64url')
}

/** The address that hands a key to an app, as a link or as a QR code. */
export function appKeyUri(key: string, { issuer, account }: { issuer: string; account: string }) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const secret = toBase32(new TextEncoder().encode(key))
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
