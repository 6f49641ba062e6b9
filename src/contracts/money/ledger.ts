import { z } from 'zod'
import { contractorServiceIds } from '../referrals/contractor-limits.ts'
import { daySchema } from '../referrals/contractors.ts'
import { storedText } from '../text.ts'
import { parseCents } from './amounts.ts'
import { enteredKinds, entryKinds, entryTextLimit, feeEvents, latestStatementDay } from './money.ts'

const text = storedText(
  entryTextLimit,
  {
    notText: 'Please write what it is for.',
    tooLong: `Please use at most ${entryTextLimit} characters.`,
    badCharacters: 'This holds characters that cannot be stored.',
  },
  ' ',
)
const neededText = text.min(1, 'Please write what it is for.')

const badAmount = 'Please enter an amount in dollars, such as 45 or 1,200.50.'

/** An amount as it is typed, in cents. */
const amountSchema = z.string(badAmount).transform((typed, context) => {
  const cents = parseCents(typed)
  if (cents) return cents
  context.addIssue({ code: 'custom', message: badAmount })
  return z.NEVER
})

const badPrice = 'Please enter an amount in dollars, such as 45; 0 makes it free.'

/** A fee as it is typed, in cents: nothing is one too. */
const priceSchema = z.string(badPrice).transform((typed, context) => {
  const cents = parseCents(typed)
  if (cents !== undefined) return cents
  context.addIssue({ code: 'custom', message: badPrice })
  return z.NEVER
})

/** What contractors pay for leads. */
export const feeRuleSchema = z.object({
  id: z.int(),
  /** Null for all contractors. */
  contractorId: z.int().nullable(),
  companyName: z.string().nullable(),
  /** Null for all services. */
  service: z.string().nullable(),
  event: z.enum(feeEvents),
  amountCents: z.int(),
  /** The first day on which it holds. */
  holdsFrom: z.iso.date(),
})

export type FeeRule = z.infer<typeof feeRuleSchema>

export const newFeeRuleSchema = z.object({
  contractorId: z.int().positive().nullable(),
  service: z.enum(contractorServiceIds, 'Please choose a service.').nullable(),
  event: z.enum(feeEvents, 'Please choose when it is due.'),
  price: priceSchema,
  holdsFrom: daySchema,
})

export type NewFeeRule = z.infer<typeof newFeeRuleSchema>

/** The same as it is typed: the price in dollars, as text. */
export type TypedFeeRule = z.input<typeof newFeeRuleSchema>

export const newEntrySchema = z.object({
  kind: z.enum(enteredKinds, 'Please choose what it is.'),
  amount: amountSchema,
  text: neededText,
})

export type NewEntry = z.infer<typeof newEntrySchema>

/** One entry of the ledger. Times are ISO 8601 in UTC. */
const ledgerEntrySchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  kind: z.enum(entryKinds),
  /** What the contractor owes for it is positive, what they are given or have paid negative. */
  amountCents: z.int(),
  text: z.string(),
  reference: z.string().nullable(),
  leadId: z.int().nullable(),
  /** The email of a user; null where the server made it. */
  actor: z.string().nullable(),
  /** It can still be reversed. */
  canBeReversed: z.boolean(),
})

export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month.')

export const statementQuerySchema = z.object({ month: month.optional() })

/** What a contractor owed at the beginning of a month, what was added, and what they owe at its end. */
export const statementSchema = z.object({
  contractorId: z.int(),
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  /** `2026-11`. */
  month,
  /** Those with a statement, newest first: since the first entry. */
  months: z.array(month),
  openingCents: z.int(),
  /** Oldest first. */
  entries: z.array(ledgerEntrySchema),
  closingCents: z.int(),
  /** When it was sent by mail; null if it was not. */
  sentAt: z.iso.datetime().nullable(),
})

export type Statement = z.infer<typeof statementSchema>

/** What a contractor owes. */
export const accountSchema = z.object({
  contractorId: z.int(),
  companyName: z.string(),
  /** They are no longer on the list. */
  isRemoved: z.boolean(),
  balanceCents: z.int(),
  /** When the last entry was made; null without any. */
  lastAt: z.iso.datetime().nullable(),
})

export type Account = z.infer<typeof accountSchema>

export const statementSettingsSchema = z.object({
  /** On which day of the month the statements of the month before are mailed; null for never. */
  dayOfMonth: z
    .int('Please enter a day.')
    .min(1, 'Please enter a day from 1 to 28.')
    .max(latestStatementDay, 'Please enter a day from 1 to 28.')
    .nullable(),
})

export type StatementSettings = z.infer<typeof statementSettingsSchema>

/** What a job came to; null takes it out. */
export const jobValueSchema = z.object({ value: amountSchema.nullable() })
