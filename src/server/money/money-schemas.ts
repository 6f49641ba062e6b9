import { z } from 'zod'
import { parseCents } from '#/contracts/money/amounts.ts'
import { enteredKinds, entryTextLimit, feeEvents } from '#/contracts/money/money.ts'
import { contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import { typedLine } from '../texts/texts.ts'
import { daySchema } from '../texts/values.ts'

const badAmount = 'Please enter an amount in dollars, such as 45 or 1,200.50.'

/** An amount as it is typed, in cents; nothing is one too where it may be free. */
const dollarsSchema = (problem: string, mayBeFree = false) =>
  z.string(problem).transform((typed, context) => {
    const cents = parseCents(typed)
    if (cents || (mayBeFree && cents === 0)) return cents
    context.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  })

const amountSchema = dollarsSchema(badAmount)
const priceSchema = dollarsSchema(
  'Please enter an amount in dollars, such as 45; 0 makes it free.',
  true,
)

export const newFeeRuleSchema = z.object({
  contractorId: z.int().positive().nullable(),
  service: z.enum(contractorServiceIds, 'Please choose a service.').nullable(),
  event: z.enum(feeEvents, 'Please choose when it’s charged.'),
  price: priceSchema,
  holdsFrom: daySchema,
})

export type NewFeeRule = z.infer<typeof newFeeRuleSchema>

export const newEntrySchema = z.object({
  kind: z.enum(enteredKinds, 'Please choose a type.'),
  amount: amountSchema,
  text: typedLine(entryTextLimit, 'Please say what it’s for.'),
})

export type NewEntry = z.infer<typeof newEntrySchema>

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month.')

export const statementQuerySchema = z.object({ month: month.optional() })

/** What a job came to; null takes it out. */
export const jobValueSchema = z.object({ value: amountSchema.nullable() })
