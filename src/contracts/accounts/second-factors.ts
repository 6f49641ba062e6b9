import { z } from 'zod'
import { sentText } from '../text.ts'
import { knownPassword, nameSchema } from './accounts.ts'

/** What the second step of a sign-in accepts. */
const secondStepWays = ['app', 'recovery-code', 'passkey'] as const

export type SecondStepWay = (typeof secondStepWays)[number]

/** Returned instead of a user where the password was right and a second factor is needed too. */
export const secondStepSchema = z.object({ ways: z.array(z.enum(secondStepWays)) })

export type SecondStep = z.infer<typeof secondStepSchema>

/** A code of an app, or a recovery code. Spaces and hyphens do not matter. */
export const codeSchema = sentText('Please enter a code.')
  .trim()
  .min(1, 'Please enter a code.')
  .max(64, 'This is longer than any code.')

/** True for what looks like a code of an app, and not like a recovery code. */
export function isAppCode(typed: string): boolean {
  return /^\d{6}$/.test(plainCode(typed))
}

/** A code of an app as it is checked. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}

/** What a browser passes to a passkey; `@simplewebauthn` knows its form. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() })

export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>

const bytes = z.base64url()

/** What a passkey returned, as far as `@simplewebauthn` reads it. */
export const passkeyJsonSchema = z.object({
  id: bytes.min(1).max(2048),
  rawId: bytes.max(2048).optional(),
  type: z.literal('public-key').optional(),
  response: z.object({
    clientDataJSON: bytes.optional(),
    attestationObject: bytes.optional(),
    authenticatorData: bytes.optional(),
    signature: bytes.optional(),
    userHandle: bytes.optional(),
    transports: z.array(sentText()).optional(),
  }),
})

export type PasskeyJson = z.infer<typeof passkeyJsonSchema>

export const passkeyNameSchema = nameSchema(60)

/** Without a name the passkey is called by its device. */
export const addPasskeySchema = z.object({
  name: passkeyNameSchema.optional(),
  response: passkeyJsonSchema,
})

export type AddPasskey = z.infer<typeof addPasskeySchema>

const passkeySchema = z.object({ id: z.string(), name: z.string(), createdAt: z.string() })

export type Passkey = z.infer<typeof passkeySchema>

export const secondFactorsSchema = z.object({
  hasApp: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  passkeys: z.array(passkeySchema),
  /** The name of the site that passkeys are tied to; a page under another name cannot use them. */
  passkeyHost: z.string(),
  /** Why passkeys cannot be used at this site; null where they can. */
  passkeyProblem: z.string().nullable(),
  isRequired: z.boolean(),
  /** This session has no second factor and is only allowed to set one up. */
  isLacking: z.boolean(),
})

export type SecondFactors = z.infer<typeof secondFactorsSchema>

/** What an app needs to make codes: as an address for a QR code, and to be typed. */
export const appKeySchema = z.object({ uri: z.string(), key: z.string() })

export type AppKey = z.infer<typeof appKeySchema>

/** Recovery codes, which are shown once: empty where the person has some already. */
export const newRecoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

export type NewRecoveryCodes = z.infer<typeof newRecoveryCodesSchema>

/** Rules for every account. */
export const accountSettingsSchema = z.object({ requiresSecondFactor: z.boolean() })

/** How a signed-in person can prove again who they are. */
const proofWays = ['password', 'code', 'passkey'] as const

export type ProofWay = (typeof proofWays)[number]

/** The ways in which a person can prove who they are: the password only without a second factor. */
export const proofWaysSchema = z.object({ ways: z.array(z.enum(proofWays)) })

export const proofSchema = z.discriminatedUnion('way', [
  z.object({
    way: z.literal('password'),
    password: knownPassword('Please enter your password.'),
  }),
  z.object({ way: z.literal('code'), code: codeSchema }),
  z.object({ way: z.literal('passkey'), response: passkeyJsonSchema }),
])

export type Proof = z.infer<typeof proofSchema>
