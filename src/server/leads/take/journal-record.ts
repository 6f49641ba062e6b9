import { z } from 'zod'
import { leadFields } from '#/contracts/leads/lead-fields.ts'
import { attributionSchema } from '../../texts/values.ts'
import type { ReceivedSubmission } from './submit-lead.ts'

/** A submission with the time at which it was received. */
export type JournalRecord = ReceivedSubmission & { receivedAt: string }

/** A field that may be missing: a lead without it is better than none. */
const aside = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)

const text = z.string()

/** All that the form asks for. A record of before a field was there has none of it. */
const fields = Object.fromEntries(
  Object.entries(leadFields).map(([name, { isRequired }]) => [
    name,
    isRequired ? text : text.nullish().transform((value) => value ?? null),
  ]),
)

/**
 * The fields that a lead needs to be stored. They were checked when they were sent, by rules that
 * may have changed since: here they only distinguish a record from a file that this version does
 * not understand.
 */
const recordSchema = z.object({
  receivedAt: z.iso.datetime(),
  submission: z.object({
    ...fields,
    submissionId: text.optional(),
    form: aside(text),
    page: aside(text),
    visit: aside(text),
    subject: aside(text),
    consentVersion: aside(text),
    shownForMs: aside(z.number()),
  }),
  attribution: aside(attributionSchema),
  consent: aside(z.object({ text, version: text, page: text.nullable() })),
  confirmationClient: aside(text),
  linkHash: aside(text),
})

/** Reads a record; undefined for any other value, also for a record of a later version. */
export function readRecord(value: unknown): JournalRecord | undefined {
  return recordSchema.safeParse(value).data as JournalRecord | undefined
}
