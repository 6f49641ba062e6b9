import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

let last: { typed: string; phone: PhoneNumber | undefined } | undefined

/** The same number is asked for twice in a row: whether it is one, and then in its one form. */
function parse(typed: string): PhoneNumber | undefined {
  if (last?.typed !== typed) {
    const options = { defaultCountry: 'US', extract: false } as const
    last = { typed, phone: parsePhoneNumberFromString(typed, options) }
  }
  return last.phone
}

/** True for a number that could be dialled: the right count of digits for its country. */
export function isPhoneNumber(typed: string): boolean {
  return parse(typed)?.isPossible() ?? false
}

/**
 * One form for one number, however it was typed: ten digits for North America, E.164 for the rest.
 * The extension, if there is one, is not part of it.
 */
export function readPhone(typed: string): { number: string; extension: string } {
  const phone = parse(typed)
  if (!phone) return { number: typed, extension: '' }
  const { countryCallingCode, nationalNumber, number, ext = '' } = phone
  return { number: countryCallingCode === '1' ? nationalNumber : number, extension: ext }
}
