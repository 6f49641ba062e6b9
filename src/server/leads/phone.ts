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
 * An extension is not part of it; the typed form keeps it.
 */
export function normalizePhone(typed: string): string {
  const phone = parse(typed)
  if (!phone) return typed
  return phone.countryCallingCode === '1' ? phone.nationalNumber : phone.number
}

/** The extension in a number as typed; empty where there is none. */
export function phoneExtension(typed: string): string {
  return parse(typed)?.ext ?? ''
}
