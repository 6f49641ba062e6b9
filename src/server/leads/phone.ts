import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type Phone, readPhone } from '#/contracts/values/phone.ts'

/**
 * Returns the number as it stays when it is read again. The library drops a zero after the country's code,
 * which is only dialled within the country, but of several zeros one at a time.
 */
function settle(phone: PhoneNumber): string {
  const again = parsePhoneNumberFromString(phone.number)
  return again && again.number !== phone.number ? settle(again) : phone.number
}

/**
 * Returns a number as it is stored: ten digits for North America, E.164 for the rest. Text that is no
 * number comes back as it is. libphonenumber is too large for the contracts, which the browser reads.
 */
export function storedPhone(typed: string): Phone {
  const phone = readPhone(typed)
  if ('problem' in phone) return { number: typed, extension: '' }
  const abroad = phone.number.startsWith('+') && parsePhoneNumberFromString(phone.number)
  return abroad ? { ...phone, number: settle(abroad) } : phone
}
