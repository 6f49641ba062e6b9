/**
 * The fields that a visitor fills in, in the order of the form. `limit` is the longest value in
 * UTF-16 code units: what `maxlength` counts in a browser and `.length` on the server.
 */
export const leadFields = {
  name: { isRequired: true, limit: 120 },
  // RFC 5321, section 4.5.3.1.3: a path is at most 256 octets with its angle brackets.
  email: { isRequired: true, limit: 254 },
  phone: { isRequired: true, limit: 40 },
  address: { isRequired: false, limit: 250 },
  service: { isRequired: true, limit: 40 },
  message: { isRequired: false, limit: 10_000 },
} as const

export type LeadFieldName = keyof typeof leadFields

/** What the fields hold; null where one that may be empty is. */
export type LeadValues = {
  [Name in LeadFieldName]: (typeof leadFields)[Name]['isRequired'] extends true
    ? string
    : string | null
}

export const leadFieldNames = Object.keys(leadFields) as LeadFieldName[]

export function pickLeadFields<Values extends Record<LeadFieldName, unknown>>(values: Values) {
  return Object.fromEntries(leadFieldNames.map((name) => [name, values[name]])) as Pick<
    Values,
    LeadFieldName
  >
}

/**
 * The largest body of a submission in bytes. A code unit takes at most six bytes, as JSON
 * (`\u0000`) and as a percent-encoded form alike, so this is enough for every submission within the
 * limits above.
 */
export const submissionBodyLimit = 96 * 1024

/**
 * What the contact page's form, which has no such field, sends as address. It is taken as no
 * address. Leads of earlier versions have it stored.
 */
export const defaultAddress = 'Not required'
