import { z } from 'zod'
import { leadFields } from '../leads/lead-fields.ts'
import { elsewhere, type TownName, towns } from '../site/towns.ts'
import { emptyIsNull, storedText } from '../text.ts'
import type { CallState, LostReason } from './offer-states.ts'
import type { Rating, Review } from './ratings.ts'

/** What a visitor says of a request with one button of its page. */
export const requestButtons = [
  ...(['withdrawn', 'wanted-again', 'cannot-wait', 'can-wait'] as const),
  ...(['settled', 'still-needed', 'not-called', 'spoken'] as const),
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

/** What can be wrong with an addition; the words for it stand in `content/request-page.ts`. */
type AdditionProblem = 'invalid' | 'tooLong' | 'badCharacters'

const problem = (name: AdditionProblem) => name

const textOf = (limit: number) =>
  storedText(limit, {
    notText: problem('badCharacters'),
    tooLong: problem('tooLong'),
    badCharacters: problem('badCharacters'),
  })

const lineOf = (limit: number) => textOf(limit).overwrite((value) => value.replace(/\s+/g, ' '))

/** How many photographs a request may have, and how large a file may be. */
export const photoLimits = { count: 6, bytes: 12_000_000 }

/** Why a file was refused as a photograph; the words stand in `content/request-page.ts`. */
export type PhotoProblem =
  | 'unknown'
  | 'heic'
  | 'tooLarge'
  | 'tooManyPixels'
  | 'tooHard'
  | 'broken'
  | 'busy'

/** A photograph of a request: its size in pixels, and when it came. */
const photoViewSchema = z.object({
  id: z.int(),
  width: z.int(),
  height: z.int(),
  at: z.iso.datetime(),
})

export type PhotoView = z.infer<typeof photoViewSchema>

/**
 * What a form of the page says beside photographs, as additions: none of what was left empty. Issues carry
 * an AdditionProblem as their message.
 */
export const detailsSchema = z
  .object({
    /** The town, the ZIP code and the street, each or none. */
    town: z
      .enum(['', ...towns, elsewhere], problem('invalid'))
      .default('')
      .transform(emptyIsNull<TownName | typeof elsewhere>),
    zip: textOf(20)
      .refine((value) => /^(\d{5}(-\d{4})?)?$/.test(value), problem('invalid'))
      .default('')
      .transform(emptyIsNull),
    address: lineOf(additionTextLimits.address).default('').transform(emptyIsNull),
    callTime: lineOf(additionTextLimits.callTime).default(''),
    word: textOf(additionTextLimits.word).default(''),
  })
  .transform(({ callTime, word, ...place }) => [
    ...(place.town || place.zip || place.address ? [{ add: 'place' as const, ...place }] : []),
    ...(callTime ? [{ add: 'call-time' as const, callTime }] : []),
    ...(word ? [{ add: 'word' as const, word }] : []),
  ])

export type Addition = z.output<typeof detailsSchema>[number]

/** Where the work is, as the visitor said it last. */
const placeViewSchema = z.object({
  town: z.enum(towns).nullable(),
  zip: z.string().nullable(),
  address: z.string().nullable(),
  /** They chose none of the towns, but that it is elsewhere. */
  isElsewhere: z.boolean(),
})

/** All that a visitor has added to a request; of a place and a time the newest. */
export const additionsSchema = z.object({
  place: placeViewSchema.nullable(),
  callTime: z.string().nullable(),
  /** Oldest first. */
  words: z.array(z.object({ id: z.int(), text: z.string(), at: z.iso.datetime() })),
  /** When the visitor said that it is no longer needed; null while it is needed. */
  withdrawnAt: z.iso.datetime().nullable(),
  /** Oldest first. */
  photos: z.array(photoViewSchema),
})

export type Additions = z.infer<typeof additionsSchema>

/** What the page can say was just added. */
export const addedKinds = [
  ...(['place', 'call-time', 'word', 'details', 'photo', 'photo-removed'] as const),
  ...(['rating', 'rating-withdrawn'] as const),
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
/** The contractor who has a request, and when they call. Times are ISO 8601 in UTC. */
export type MatchView = {
  companyName: string
  licenseNumber: string
  /** Ten digits. */
  phone: string
  callAt: string | null
  callState: CallState
  isDone: boolean
  /** When they said that they are on the way. */
  onTheWayAt: string | null
}

/**
 * The page of a request. Everyone who has the link sees it, so contact details are shortened:
 * enough to find a wrong digit, too little to use them.
 */
export type RequestView = {
  /** The page's own address. */
  path: string
  /** `123-4567`. */
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
  town: TownName | null
  isOutside: boolean
  message: string | null
  /** The last digits of the phone number. */
  phoneEnd: string
  /** `m…@example.com`. */
  email: string
  additions: Additions
  /** Null while no contractor has it. */
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
  /** The visitor can say how it went. */
  asksForRating: boolean
  /** Null while they have not said how it went. */
  rating: Rating | null
  /** The rating as it is on the site, or would be; null without a yes to publishing. */
  review: Review | null
  /** The town that a link in a mail names: to open it tells nothing, its visitor confirms it. Else null. */
  chosenTown: TownName | null
  /** What was just added; null for nothing. */
  added: AddedKind | null
  /** For a form that could not be taken. */
  answer: FormAnswer | null
}

/** An email address that its owner recognises: the first letter, and the domain. */
export function shortenEmail(email: string): string {
  if (email === '') return ''
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}…${email.slice(at)}`
}
