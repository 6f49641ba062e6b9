import { codeAt } from '#/server/accounts/codes.ts'

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app with this key (in base 32) shows N half minutes from now. */
export function appCode(key: string, steps = 0): string {
  const bits = [...key].map((digit) => digits.indexOf(digit).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return codeAt(Buffer.from(bytes).toString(), Math.floor(Date.now() / 30_000) + steps)
}
