/** Shows a ten-digit number as (XXX) XXX-XXXX; returns any other text unchanged. */
export function formatPhone(phone: string): string {
  const parts = /^(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : phone
}

/** A lead's number for reading: as typed where that says more, such as an extension. */
export function readablePhone({ phone, phoneAsTyped }: { phone: string; phoneAsTyped: string }) {
  return /\d\D*[a-z#]\D*\d/i.test(phoneAsTyped) ? phoneAsTyped : formatPhone(phone)
}

/** The number as machines dial it: ten digits are North American, and get +1. */
export function dialledPhone(phone: string): string {
  return /^\d{10}$/.test(phone) ? `+1${phone}` : phone.replace(/[^\d+]/g, '')
}

export function telHref(phone: string): string {
  return `tel:${dialledPhone(phone)}`
}

/** Encoded, so that an address cannot add fields such as `cc` to the mail. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}
