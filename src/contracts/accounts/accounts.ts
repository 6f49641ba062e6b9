import { z } from 'zod'
import { passwordLimits, type Role, roles } from '../limits.ts'
import { sentText } from '../text.ts'
import { type EmailProblem, emailPattern, findEmailProblem, readEmail } from '../values/email.ts'

export { type Role, roles }

const emailProblems: Record<EmailProblem, string> = {
  required: 'Please enter an email address.',
  invalid: 'This does not look like an email address. It should be like you@example.com.',
  several: 'Please give one email address.',
}

/** An address as it is kept: without space around it, in lower case. */
export const emailSchema = sentText(emailProblems.required)
  .overwrite(readEmail)
  .toLowerCase()
  .pipe(
    z
      .email({
        pattern: emailPattern,
        error: ({ input }) => emailProblems[findEmailProblem(String(input)) ?? 'invalid'],
      })
      .max(254),
  )

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

export const signInSchema = z.object({
  email: emailSchema,
  password: knownPassword('Please enter your password.'),
})

/** A name that a person gives to themselves or to a thing of theirs, in one line. */
export const nameSchema = (max: number) =>
  sentText('Please enter a name.')
    .trim()
    .min(1, 'Please enter a name.')
    .max(max, `Please use at most ${max} characters.`)
    .regex(/^[^\p{Cc}\p{Bidi_Control}]*$/u, 'Please use letters only.')

export const personNameSchema = nameSchema(80)

/** A person with an account. Without a name of their own, `name` is the email. */
export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
})

export type User = z.infer<typeof userSchema>

/** How a person is called in lists and histories: name and address, or the address alone. */
export function userInWords({ name, email }: Pick<User, 'name' | 'email'>): string {
  return name === email ? email : `${name} (${email})`
}
