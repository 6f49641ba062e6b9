import { readPhone, withExtension } from '../values/phone.ts'

/** Shows ten digits as (XXX) XXX-XXXX, with their extension; returns any other text unchanged. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\d{3})(\d{3})(\d{4})(?=$| ext\. \d+$)/, '($1) $2-$3')
}

/** Returns a lead's number for reading, with the extension that was typed. */
export function readablePhone({ phone, phoneAsTyped }: { phone: string; phoneAsTyped: string }) {
  const typed = readPhone(phoneAsTyped)
  return formatPhone('problem' in typed ? phone : withExtension({ ...typed, number: phone }))
}

/** The number as machines dial it: ten digits are North American, and get +1. */
export function dialledPhone(phone: string): string {
  const read = readPhone(phone)
  if ('problem' in read) return phone.replace(/[^\d+]/g, '')
  return read.number.startsWith('+') ? read.number : `+1${read.number}`
}

/** Returns the link that dials a number; after it is answered, a phone dials the extension. */
export function telHref(phone: string): string {
  const { extension = '' } = { extension: '', ...readPhone(phone) }
  return `tel:${dialledPhone(phone)}${extension && `,${extension}`}`
}

/** Encoded, so that an address cannot add fields such as `cc` to the mail. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}
