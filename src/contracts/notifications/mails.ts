import type { Lead } from '../leads/leads.ts'
import type { Statement } from '../money/ledger.ts'
import type { Site } from '../pages/documents.ts'
import type { NewsItem } from '../referrals/news.ts'
import type { LostReason } from '../referrals/offer-states.ts'
import type { MatchedLead, OfferedWork } from '../referrals/offers.ts'
import type { Change, NewsGroup } from '../referrals/request-facts.ts'
import type { MatchView } from '../referrals/requests.ts'
import type { Attribution } from '../results/visits.ts'
import type { OfferTimes } from '../settings/setting-types.ts'

export type NotifiedLead = Omit<Lead, 'isContacted'> & {
  isUrgent: boolean
  attribution: Attribution | null
}

/** A mail about an account. `link` works once; an invitation says who has sent it. */
export type AccountMail =
  | { kind: 'account-link'; for: 'invitation'; link: string; invitedBy: string }
  | { kind: 'account-link'; for: 'password-reset' | 'email-change'; link: string }
  | {
      kind: 'account-changed'
      change: 'password' | 'email' | 'second-factor-added' | 'second-factor-removed'
    }

/** Who waits in the journal, and how to reach them. */
export type WaitingRequest = Omit<Lead, 'id' | 'isContacted' | 'message'>

/** A mail lists the first of N, emergencies before others; `urgentCount` of the N are emergencies. */
type Counted = { count: number; urgentCount: number }

/** A mail to the recipients that is not a lead's own. */
export type OwnerMail =
  | {
      kind: 'lapses'
      /** A sentence each: whose license or insurance lapses, and when. */
      lapses: readonly string[]
      /** To the contractors in the back office. */
      link: string
    }
  /** Requests wait to be stored. */
  | ({ kind: 'waiting'; requests: readonly WaitingRequest[] } & Counted)
  /** What happened to leads, of one group. */
  | ({ kind: 'news'; group: NewsGroup; items: readonly NewsItem[]; siteUrl: string } & Counted)

/** What each mail to a contractor has: the link to their own page, null for one who was removed. */
type ToContractor = { pageLink: string | null }

/** A mail to a contractor that is not about a lead. */
export type ContractorMail =
  | { kind: 'contractor-page'; companyName: string; link: string }
  /** What they owe at the end of a month. */
  | ({ kind: 'statement'; statement: Statement } & ToContractor)
  /** Which paper of theirs has lapsed, as a sentence: they have open jobs. */
  | ({ kind: 'own-lapse'; lapse: string } & ToContractor)
  /**
   * To the contractor who had said yes: it is theirs no longer. Or to one who was asked: another contractor said
   * yes before them (`taken`), or the question was taken back (`unasked`).
   */
  | ({
      kind: 'job'
      says: 'withdrawn' | 'reopened' | 'taken' | 'unasked'
      work: OfferedWork
      reference: string
    } & ToContractor)

/** What became of a mail, or of a test call of a webhook. */
export type SendOutcome = {
  /** `kept`: there is no mail server, so it lies on the server as a file. */
  outcome: 'sent' | 'kept' | 'failed'
  /** Why it failed, as a sentence for the owner. */
  problem: string | null
  /** The other side's own words, or the name of the file. */
  answer: string | null
}

/** What became of a mail with a link, for the owner to send it themselves; null where the mail was sent. */
export type MailedLink = Omit<SendOutcome, 'answer'> & { link: string | null }

/** How a request stands, as its visitor is told when that has changed. */
export type VisitorUpdate =
  /** Its contractor has it no longer. `asked`: how long the next one has to answer; null while none is asked. */
  | { of: 'looking'; asked: OfferTimes | null }
  /** A contractor has it; they call, at another time than was said; or are on the way. */
  | { of: 'introduction' | 'call' | 'on-the-way'; match: MatchView }
  /** Its contractor says that it is done. */
  | { of: 'done'; match: MatchView }
  /** It is over, or the time of the call is: how did it go? */
  | { of: 'how'; match: MatchView | null }
  /** Its contractor says that nothing came of it: is that right? */
  | { of: 'reported'; companyName: string; reason: LostReason }
  /** Nobody knows where the work is; or no contractor of the network works there, or could be asked. */
  | { of: 'where' | 'outside' | 'nobody' }

export type MailToRender =
  /** `leadSourceMessage`: the owner's text; null for none. */
  | { kind: 'lead'; lead: NotifiedLead; leadSourceMessage: string | null }
  /** Anyone may have typed this address, so nothing that was typed is in the mail. */
  | {
      kind: 'confirmation'
      reference: string
      link: string
      /** The day and time by which it is answered, in words; null once that is over. */
      answerBy: string | null
      asksTown: boolean
    }
  | { kind: 'test' }
  /** Asks a contractor. It does not say whose lead it is. */
  | ({
      kind: 'offer'
      offerId: number
      work: OfferedWork
      answerBy: number
      link: string
    } & ToContractor)
  /**
   * To the contractor who said yes: it is theirs, something has changed, they were to call, or nothing was
   * heard of it. `callAt` is when they promised to call.
   */
  | ({
      kind: 'job'
      says: 'yours' | 'changed' | 'call-late' | 'how-is-it'
      lead: MatchedLead
      callAt: number | null
      /** What has changed since they were told, in the order in which it did. */
      changed: Change[]
      link: string
    } & ToContractor)
  /** To the visitor, at an address that anyone may have typed: how their request stands. */
  | { kind: 'update'; update: VisitorUpdate; isUrgent: boolean; reference: string; link: string }
  | AccountMail
  | OwnerMail
  | ContractorMail

/**
 * What a mail says at the moment at which it would leave, or why it does not leave any more. `writtenAt`: that
 * moment, in milliseconds, where it tells of a request.
 */
export type WrittenMail = { writtenAt?: number } & (
  | /** `said`: what it tells of a request, for the memory of the rules. */
  { wanted: MailToRender; said?: string; replyTo?: { name: string; address: string } }
  | { cancelled: string }
)

/** A way to write to people about their accounts, and to contractors. */
export type AccountMails = {
  /** False where mails stay on the server as files. */
  sendsMail: boolean
  /** Tries once, and returns what became of it. */
  send: (to: string, mail: AccountMail | ContractorMail) => Promise<SendOutcome>
  /** Returns at once. Tries again, for days unless it has a link, as long as this process lives. */
  sendInBackground: (to: string, mail: AccountMail | ContractorMail) => void
}

/** Writes to every active recipient. True if a mail left to any of them. */
export type TellRecipients = (mail: OwnerMail) => Promise<boolean>

/** `isUrgent`: it is about an emergency, so it says so in its subject and has a high priority. */
export type RenderedMail = { subject: string; html: string; text: string; isUrgent?: true }

/** Exported by `web/entries/entry-server.tsx`. */
export type RenderMail = (wanted: MailToRender, site: Site) => Promise<RenderedMail>
