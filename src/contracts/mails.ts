import type { Attribution } from './attribution.ts'
import type { Site } from './documents.ts'

/** What a mail says of a lead. `createdAt` is ISO 8601 in UTC. */
export type LeadMail = {
  id: number
  name: string
  email: string
  /** Ten digits for a North American number, E.164 for any other. */
  phone: string
  phoneAsTyped: string
  address: string | null
  service: string
  message: string | null
  createdAt: string
  attribution: Attribution | null
}

/** A mail to render. */
export type MailRequest =
  | { kind: 'lead'; lead: LeadMail; leadSourceMessage: string }
  /** Goes to an address that anybody may have typed, so nothing that they typed is in it. */
  | { kind: 'confirmation' }
  | { kind: 'test' }

/** A mail's words, as HTML and as plain text. */
export type RenderedMail = { subject: string; html: string; text: string }

/** What `web/entry-server.tsx` exports to render a mail. */
export type RenderMail = (request: MailRequest, site: Site) => Promise<RenderedMail>
