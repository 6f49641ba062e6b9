import type { Attribution } from './attribution.ts'
import type { Site } from './documents.ts'
import type { Lead } from './leads.ts'

/** What a notification says of a lead. It has no number while it waits in the journal. */
export type NotifiedLead = Omit<Lead, 'id' | 'isContacted'> & {
  id: number | null
  attribution: Attribution | null
}

/** A mail to render. */
export type MailToRender =
  /** `leadSourceMessage`: what the owner wrote; null while they wrote nothing. */
  | { kind: 'lead'; lead: NotifiedLead; leadSourceMessage: string | null }
  /** Goes to an address that anybody may have typed, so nothing that they typed is in it. */
  | { kind: 'confirmation' }
  | { kind: 'test' }

/** A mail's words, as HTML and as plain text. */
export type RenderedMail = { subject: string; html: string; text: string }

/** What `web/entry-server.tsx` exports to render a mail. */
export type RenderMail = (wanted: MailToRender, site: Site) => Promise<RenderedMail>
