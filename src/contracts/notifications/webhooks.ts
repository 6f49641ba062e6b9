import { z } from 'zod'
import { attributionSchema } from '../leads/attribution.ts'
import { leadSchema } from '../leads/leads.ts'
import { sentText } from '../text.ts'

/** An address that is called for each lead, signed as https://www.standardwebhooks.com says. */
export const webhookSchema = z.object({
  id: z.int(),
  url: z.string(),
  isActive: z.boolean(),
  /** Since when its address says that it is gone (410): what it misses is sent once it is active again. */
  goneAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})

export type Webhook = z.infer<typeof webhookSchema>

export const addWebhookSchema = z.object({
  url: sentText('Please enter an address.')
    .trim()
    .max(2_000, 'The address is too long.')
    .pipe(
      z.url({
        protocol: /^https?$/,
        error:
          'This does not look like a web address. It should be like https://example.com/leads.',
      }),
    )
    .refine(
      (url) => !/^https?:\/\/[^/]*@/i.test(url),
      'Leave the user and password out of the address.',
    ),
})

/** The only time that the signing secret is shown. */
export const addedWebhookSchema = webhookSchema.extend({ secret: z.string() })

export type AddedWebhook = z.infer<typeof addedWebhookSchema>

/** How a test call went. `problem` is a sentence for the owner; null when it was accepted. */
export const webhookTestSchema = z.object({
  ok: z.boolean(),
  problem: z.string().nullable(),
  answer: z.string().nullable(),
})

export type WebhookTest = z.infer<typeof webhookTestSchema>

/** What a webhook is sent for each lead, in the field `data`. */
export const webhookLeadSchema = leadSchema.omit({ phoneAsTyped: true, isContacted: true }).extend({
  serviceLabel: z.string(),
  attribution: attributionSchema.nullable(),
  /** The lead in the inbox. */
  url: z.string(),
})

/** The body of a call. `timestamp` is when the lead arrived. */
export const webhookPayloadSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('lead.created'),
    timestamp: z.iso.datetime(),
    data: webhookLeadSchema,
  }),
  z.object({
    type: z.literal('webhook.test'),
    timestamp: z.iso.datetime(),
    data: z.object({ url: z.string() }),
  }),
])

export type WebhookPayload = z.infer<typeof webhookPayloadSchema>
