import { z } from 'zod'
import { knownPassword } from './accounts.ts'
import { codeSchema, passkeyJsonSchema } from './second-factors.ts'

/** How a signed-in person can prove again who they are. */
export const proofWays = ['password', 'code', 'passkey'] as const

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
