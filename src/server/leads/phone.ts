import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

let last: { typed: string; phone: PhoneNumber | undefined } | undefined

/** A number of North America that has nothing to drop. */
const isOrdinary = ({ countryCallingCode, nationalNumber }: PhoneNumber) =>
  countryCallingCode === '1' && /^[2-9]\d{9}$/.test(nationalNumber)

/**
 * The number as it stays when it is read again. The library drops a zero after the country's code,
 * which is only dialled within the country, but of several zeros one at a time.
 */
function settle(phone: PhoneNumber): PhoneNumber {
  if (isOrdinary(phone)) return phone
  const again = parsePhoneNumberFromString(phone.number)
  if (!again || again.number === phone.number) return phone
  if (phone.ext) again.setExt(phone.ext)
  return settle(again)
}

/** Parses once for both functions below, which are called with the same number in a row. */
function parse(typed: string): PhoneNumber | undefined {
  if (last?.typed !== typed) {
    const options = { defaultCountry: 'US', extract: false } as const
    const phone = parsePhoneNumberFromString(typed, options)
    last = { typed, phone: phone && settle(phone) }
  }
  return last.phone
}

/** True for a number that could be dialled: the right count of digits for its country. */
export function isPhoneNumber(typed: string): boolean {
  return parse(typed)?.isPossible() ?? false
}

/**
 * Reads a number however it was typed: ten digits for North America, E.164 for the rest. Text that is
 * no number comes back as it is.
 */
export function readPhone(typed: string): { number: string; extension: string } {
  const phone = parse(typed)
  if (!phone) return { number: typed, extension: '' }
  const { countryCallingCode, nationalNumber, number, ext = '' } = phone
  return { number: countryCallingCode === '1' ? nationalNumber : number, extension: ext }
}
