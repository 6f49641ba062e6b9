import type { Site } from '../documents.ts'
import type { Attribution } from '../leads/attribution.ts'
import type { Lead } from '../leads/leads.ts'
import type { MatchedLead, OfferedWork } from '../referrals/offer-view.ts'
import type { MatchView } from '../referrals/requests.ts'

/** What a notification says of a lead. It has no number while it waits in the journal. */
export type NotifiedLead = Omit<Lead, 'id' | 'isContacted'> & {
  id: number | null
  attribution: Attribution | null
}

/** What a person is told of by mail when it happens to their account. */
export type AccountChange =
  | 'password'
  | 'email-asked'
  | 'email'
  | 'second-factor-added'
  | 'second-factor-removed'

/** A mail about an account: to whom it belongs, or is offered. `link` works once. */
export type AccountMail =
  | { kind: 'invitation'; link: string; invitedBy: string }
  | { kind: 'password-reset'; link: string }
  | { kind: 'email-change'; link: string }
  | { kind: 'account-changed'; change: AccountChange }

/** A mail to those who are notified of leads, about something else. */
export type OwnerMail =
  | {
      kind: 'lapses'
      /** A sentence each: whose license or insurance lapses, and when. */
      lapses: readonly string[]
      /** To the contractors in the back office. */
      link: string
    }
  /** The probe fails now. `problem` is a sentence for the owner, `link` leads to the inbox. */
  | { kind: 'probe-failed'; problem: string; link: string }
  /** It had failed, and has come through again. */
  | { kind: 'probe-works'; link: string }

/** What became of a mail. */
export type MailOutcome = {
  /** `kept`: there is no mail server, so it lies on the server as a file. */
  outcome: 'sent' | 'kept' | 'failed'
  /** Why it failed, as a sentence for the owner. */
  problem: string | null
}

/** A mail to render. */
export type MailToRender =
  /** `leadSourceMessage`: what the owner wrote; null while they wrote nothing. */
  | { kind: 'lead'; lead: NotifiedLead; leadSourceMessage: string | null }
  /** Goes to an address that anybody may have typed, so nothing that they typed is in it. */
  | { kind: 'confirmation'; link: string }
  | { kind: 'test' }
  /** Asks a contractor. It says nothing of whose lead it is. */
  | { kind: 'offer'; work: OfferedWork; answerBy: string; link: string }
  /** To the contractor who said yes. */
  | { kind: 'match'; lead: MatchedLead; callAt: string | null; link: string }
  /** To a contractor who had said yes: the lead is theirs no longer. */
  | { kind: 'recall'; work: OfferedWork }
  /**
   * To the owner: no contractor is left to ask, of those whom a user has asked none has answered, or
   * the one who had it was taken off the list.
   */
  | {
      kind: 'unmatched'
      leadId: number
      name: string
      service: string
      why: 'ran-out' | 'by-hand' | 'taken-back'
    }
  /** To the visitor, at an address that anybody may have typed: who has said yes. */
  | { kind: 'introduction'; match: MatchView; reference: string; link: string }
  /** To the visitor, at an address that anybody may have typed: how did it go? */
  | { kind: 'follow-up'; companyName: string | null; reference: string; link: string }
  | AccountMail
  | OwnerMail

/** What a mail says at the moment at which it would leave, or why it does not leave any more. */
export type WrittenMail =
  | { wanted: MailToRender; replyTo?: { name: string; address: string } }
  | { cancelled: string }

/** Writes to every active recipient. True if a mail left to any of them. */
export type TellRecipients = (mail: OwnerMail) => Promise<boolean>

/** A mail's words, as HTML and as plain text. */
export type RenderedMail = { subject: string; html: string; text: string }

/** What `web/entry-server.tsx` exports to render a mail. */
export type RenderMail = (wanted: MailToRender, site: Site) => Promise<RenderedMail>
