// Apart from the schema that uses it: the browser needs these words, and not zod.

/** What the site claims in numbers. */
export const claimIds = ['projects', 'contractors', 'areas', 'satisfaction'] as const

type ClaimId = (typeof claimIds)[number]

/** Each as it is shown, such as `1,000+`; empty where it is not claimed. */
export type Claims = Record<ClaimId, string>
