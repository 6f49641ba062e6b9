import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

function parse(typed: string) {
  return parsePhoneNumberFromString(typed, { defaultCountry: 'US', extract: false })
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
