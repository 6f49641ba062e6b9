/**
 * The longest values of an estimate request, in UTF-16 code units: what `maxlength` counts in a
 * browser and `.length` on the server. The form and the server's schema both read this.
 */
export const leadLimits = {
  name: 120,
  // RFC 5321, section 4.5.3.1.3: a path is at most 256 octets with its angle brackets.
  email: 254,
  phone: 40,
  address: 250,
  message: 10_000,
} as const

/**
 * The largest body of an estimate request in bytes. A code unit takes at most six bytes, as JSON
 * (`\u0000`) and as a percent-encoded form alike, so this holds every request within `leadLimits`.
 */
export const contactBodyLimit = 96 * 1024

/** What the contact page's form sends as address: it has no such field. */
export const defaultAddress = 'Not required'
