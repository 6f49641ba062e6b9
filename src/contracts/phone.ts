/** Shows a ten-digit number as (XXX) XXX-XXXX; anything else comes back unchanged. */
export function formatPhone(phone: string): string {
  const parts = /^(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : phone
}

/** A lead's number for reading: as typed where that says more, such as an extension. */
export function readablePhone({ phone, phoneAsTyped }: { phone: string; phoneAsTyped: string }) {
  return /\d\D*[a-z#]\D*\d/i.test(phoneAsTyped) ? phoneAsTyped : formatPhone(phone)
}

/** The link that dials a number: ten digits are North American. */
export function telHref(phone: string): string {
  return /^\d{10}$/.test(phone) ? `tel:+1${phone}` : `tel:${phone.replace(/[^\d+]/g, '')}`
}
