import { z } from 'zod'
import { passwordLimits } from '#/contracts/limits.ts'
import { sentText, typedLine } from '../texts/texts.ts'

/** Returns what is wrong with a password's length, counted as a person would; undefined where nothing is. */
export function findLengthProblem(password: string): string | undefined {
  const { min, max } = passwordLimits
  const { length } = [...password]
  if (length < min) return `Please use at least ${min} characters.`
  if (length > max) return `Please use at most ${max} characters.`
  return undefined
}

/** A password that may be set, as far as its length tells: `checkNewPassword` has the other rules. */
export const newPasswordSchema = sentText('Please enter a password.').superRefine(
  (password, { addIssue }) => {
    const message = findLengthProblem(password)
    if (message) addIssue({ code: 'custom', message })
  },
)

export const knownPassword = (missing: string) => sentText(missing).min(1, missing).max(1024)

const linkTokenLength = 43

/**
 * The secret part of a link that was sent by mail, or printed on the terminal. What a mail program
 * or a person put behind it is left out.
 */
export const linkTokenSchema = sentText()
  .min(1)
  .max(200)
  .overwrite((token) => token.slice(0, linkTokenLength))

/** A name that a person gives to themselves or to a thing of theirs. */
export const nameSchema = (max: number) =>
  typedLine(max, 'Please enter a name.').regex(/^\P{Bidi_Control}*$/u, 'Please use letters only.')

export const personNameSchema = nameSchema(80)

/** The body of a link from a mail. */
export const linkSchema = z.object({ token: linkTokenSchema })

/** A code of an app, or a recovery code. Spaces and hyphens do not matter. */
export const codeSchema = sentText('Please enter a code.')
  .trim()
  .min(1, 'Please enter a code.')
  .max(64, 'This code is too long.')

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

/** The body with what a passkey returned. */
export const passkeySchema = z.object({ response: passkeyJsonSchema })

export type SentPasskey = z.output<typeof passkeyJsonSchema>
