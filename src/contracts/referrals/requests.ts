import { leadFields } from '../leads/lead-fields.ts'
import type { SaidPlace } from '../site/towns.ts'
import type { CallView, LostReason } from './offer-states.ts'
import type { Rating, Review } from './ratings.ts'

/** What a visitor says of a request with one button of its page. */
export const requestButtons = [
  ...(['withdrawn', 'wanted-again', 'cannot-wait', 'can-wait'] as const),
  ...(['settled', 'still-needed', 'not-called', 'spoken', 'rating-withdrawn'] as const),
] as const

export type RequestButton = (typeof requestButtons)[number]

/** The most additions of a request, the most of them that are words, and the most photographs. */
export const additionLimits = { all: 40, word: 10, photos: 40 }

/** In UTF-16 code units. */
export const additionTextLimits = {
  address: leadFields.address.limit,
  callTime: 120,
  word: 2_000,
} as const

/** How many photographs a request may have, and how large a file may be. */
export const photoLimits = { count: 6, bytes: 12_000_000 }

/** A photograph of a request: its size in pixels, and when it came. */
export type PhotoView = { id: number; width: number; height: number; at: string }

/** All that a visitor has added to a request; of a place and a time the newest. */
export type Additions = {
  place: SaidPlace | null
  callTime: string | null
  /** Oldest first. */
  words: { id: number; text: string; at: string }[]
  /** When the visitor said that it is no longer needed; null while it is needed. */
  withdrawnAt: string | null
  /** Oldest first. */
  photos: PhotoView[]
}

/** What the page can say was just added. */
export const addedKinds = [
  ...(['place', 'call-time', 'word', 'details', 'photo', 'photo-removed'] as const),
  'rating',
  ...requestButtons,
] as const

export type AddedKind = (typeof addedKinds)[number]

/** What the page shows after a form that could not be taken. */
export type FormAnswer = {
  /** By field. */
  problems: Record<string, string>
  /** What was typed. */
  typed: Record<string, string>
  /** What of the form is stored: photographs, or all that was typed. */
  saved?: 'photos' | 'texts' | undefined
}

/** The contractor who has a request, and when they call. */
export type MatchView = CallView & {
  companyName: string
  licenseNumber: string
  /** Ten digits. */
  phone: string
  isDone: boolean
}

/**
 * The page of a request. Everyone who has the link sees it, so contact details are shortened:
 * enough to find a wrong digit, too little to use them.
 */
export type RequestView = {
  path: string
  reference: string
  /** ISO 8601 in UTC. */
  receivedAt: string
  /** An emergency: then the page first says to call. */
  isUrgent: boolean
  /** The visitor has said that it cannot wait, and may take it back. */
  visitorSaysUrgent: boolean
  /** It is held as spam: a person reads it before anybody is asked. */
  isHeld: boolean
  /** The day and time by which it is answered, in words, and whether that is past; null once it was. */
  promise: { answerBy: string; isOver: boolean } | null
  /** What the visitor wrote sounds like fire, smoke or gas. */
  isDangerous: boolean
  service: string
  address: string | null
  /** Where the work is; neither while that is not known. */
  town: string | null
  isOutside: boolean
  message: string | null
  phoneEnd: string
  /** `m…@example.com`. */
  email: string
  additions: Additions
  match: MatchView | null
  /** What its contractor says it was lost for; the visitor is asked whether that is right. */
  reported: { companyName: string; reason: LostReason } | null
  /** A contractor had it, and no longer has it. */
  wasMatched: boolean
  /** Its visitor said that they still need help, and no contractor has it since. */
  isReopened: boolean
  /** Nobody could be asked, so that it is ours. */
  isWithoutContractor: boolean
  /** It is over, and its visitor can still say that they need help. */
  mayReopen: boolean
  /** Done or lost, and not only because the visitor says so: nothing can be added any more. */
  isClosed: boolean
  asksForRating: boolean
  rating: Rating | null
  /** The rating as it is on the site, or would be; null without a yes to publishing. */
  review: Review | null
  added: AddedKind | null
  answer: FormAnswer | null
}
