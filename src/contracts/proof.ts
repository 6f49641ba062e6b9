import { z } from 'zod'

/** How somebody who is signed in can prove again who they are. */
export const proofWays = ['password'] as const

export type ProofWay = (typeof proofWays)[number]

/** What a person can prove it with. */
export const proofWaysSchema = z.object({ ways: z.array(z.enum(proofWays)) })

/** The body that proves again who somebody is. */
export const proofSchema = z.discriminatedUnion('way', [
  z.object({
    way: z.literal('password'),
    password: z
      .string('Please enter your password.')
      .min(1, 'Please enter your password.')
      .max(1024),
  }),
])

export type Proof = z.infer<typeof proofSchema>
