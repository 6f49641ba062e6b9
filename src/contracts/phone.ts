/** Shows a ten-digit number as (XXX) XXX-XXXX; anything else comes back unchanged. */
export function formatPhone(phone: string): string {
  const parts = /^(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : phone
}

/** The link that dials a number: ten digits are North American. */
export function telHref(phone: string): string {
  return /^\d{10}$/.test(phone) ? `tel:+1${phone}` : `tel:${phone.replace(/[^\d+]/g, '')}`
}
