import { urgentServiceId } from '#/contracts/site/services.ts'
import { soundsUrgent } from '#/server/referrals/urgent-words.ts'
import type { Submission } from './submission.ts'

/**
 * A property that spam often has and real submissions rarely have; `reason` is in the owner's
 * words. One strong signal (weight 2) or two weak ones (1) put a lead into quarantine.
 */
type SpamSignal = { reason: string; weight: 1 | 2 }

/** Judges a submission, given how many others sent the same message within a day. */
type Rule = (submission: Submission, othersWithMessage: number) => SpamSignal | undefined

const enough = 2

const strong = (reason: string): SpamSignal => ({ reason, weight: 2 })
const weak = (reason: string): SpamSignal => ({ reason, weight: 1 })

const domain =
  /^([a-z0-9-]+\.)+(com|net|org|info|biz|online|site|shop|store|top|xyz|ru|cn|icu|club)(?=$|[/?#:])/i

function isLink(word: string): boolean {
  // A pattern that looks behind would be tried from each of thousands of marks in a row.
  return /https?:\/\/|^www\./i.test(word) || domain.test(word.replace(/(?<![.:!?])[.:!?]+$/, ''))
}

function countLinks(text: string): number {
  return text.split(/[\s<>()[\]"',;]/).filter(isLink).length
}

/** Tags that do something. */
const program = /<\/?(script|iframe|svg|object|embed)[\s>/]|\bjavascript:/i

/** Links of pages and message boards; not every `<`. A person may have copied them. */
const markup = /<a\s+href|<\/?img[\s>/]|\[(url|link)[=\]]/i

/** What requests are about. */
const system =
  /(?:a\/?c|air con\w*|air handler|heat|heat ?pump|heater|heating|cooling|furnace|thermostat|compressor|condenser|mini-?split|ducts?)\b/
    .source

/** Somebody's system, or what it does: the word alone is in many a pitch. */
const ownSystem = new RegExp(
  String.raw`\b(?:my|our|the|this|an?|no|new)\s+(?:[\w-]+\s+){0,2}${system}|\b${system}\W+(?:\w+\W+){0,2}(?:is|isn|are|was|not|won|does\w*|out|off|down|stop\w*|quit|died|dead|broke\w*|leak\w*|blow\w*|smell\w*|mak\w+|runs?|keeps?|needs?|repair)\b`,
  'i',
)

/** Words of those who want to sell to the owner, or to those who repair. */
const offers =
  /\byour (?:web)?site\b|\byour (?:business|brand|rank\w*|online|google|competitors)\b|\b(?:get|help|send|bring|rank|boost) you\b|\b(?:hvac|ac|heating|cooling)(?: repair)? (?:companies|businesses|contractors|leads)\b|\bmore (?:\w+ ){0,3}(?:leads|customers|calls|jobs|traffic)\b/i

/** The line at which a mail ends and its signature begins. */
const signature =
  /^[ \t]*(?:--[ \t]*$|sent from my\b|get outlook\b|(?:(?:best|kind|warm) )?regards\b|sincerely\b|confidential)/im

/** A tag of a page. */
const tags = /<\/?[a-z][^<>]*>/gi

/** The most links of a signature, and phrases of sellers, that mean nothing where they write of their own need. */
const mostBeside = 3

/** The same for links in tags: each picture of a copied signature has some. */
const mostCopied = 10

/** True for a message of a person about their own air or heat, whatever their trade is. */
const isOwnNeed = (text: string) => ownSystem.test(text) && !offers.test(text)

/** How many links a message has, without the few of its signature and of the tags of a page that they copied. */
function countOwnLinks(text: string): number {
  if (!isOwnNeed(text)) return countLinks(text)
  const shown = text.replace(tags, ' ')
  const end = shown.search(signature)
  const own = countLinks(end < 0 ? shown : shown.slice(0, end))
  const below = countLinks(shown) - own
  const copied = countLinks(text) - own - below
  return own + (below > mostBeside ? below : 0) + (copied > mostCopied ? copied : 0)
}

/** Phrases of sellers to website owners. A real submission may have one of them. */
const pitches = [
  /\bSEO\b/,
  /\bback-?links?\b/i,
  /\bguest posts?\b/i,
  /\bsearch engine (optimi[sz]ation|ranking)/i,
  /\b(first|top) (page )?of google\b|\brank(ing)? (higher |better )?(on|in) google\b/i,
  /\b(web|website) (design|redesign|development) (services?|company|agency|team)\b/i,
  /\b(digital|social media|email) marketing\b/i,
  /\blead generation\b|\bqualified leads\b|\bmore leads\b/i,
  /\bwebsite traffic\b|\btraffic to your (web)?site\b/i,
  /\b(crypto|bitcoin|forex)\b/i,
  /\b(casino|viagra|cialis)\b/i,
  /\b(business|payday) loans?\b|\bworking capital\b|\bmerchant cash\b/i,
  /\bvirtual assistants?\b|\boutsourc(e|ing)\b/i,
  /\bexplainer videos?\b/i,
  /\bunsubscribe\b|\bopt[- ]out of\b/i,
]

/** A long word that switches between small letters and capitals: `hQrJbSoVJwDkeX`. */
function isScrambled(text: string | null): boolean {
  if (text === null || text.length < 10 || /\P{L}/u.test(text)) return false
  return (text.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0) >= 3
}

const rules: Rule[] = [
  ({ subject }) =>
    subject === undefined
      ? undefined
      : strong('A hidden field was filled in, which bots often do.'),

  ({ shownForMs: ms }) => {
    if (ms === undefined || ms >= 3000) return undefined
    const reason = `It was sent ${(ms / 1000).toFixed(1)} seconds after the page was opened.`
    return ms < 1000 ? strong(reason) : weak(reason)
  },

  ({ name }) => (countLinks(name) > 0 ? strong('There’s a link in the name.') : undefined),

  ({ message, service }) => {
    const text = message ?? ''
    const links = countOwnLinks(text)
    if (links === 0) return undefined
    const isEmergency = service === urgentServiceId || (isOwnNeed(text) && soundsUrgent(text))
    // They may be of photographs: in an emergency they alone hold nothing.
    if (links >= 3) return (isEmergency ? weak : strong)(`There are ${links} links in the message.`)
    return weak(
      links === 1 ? 'There’s a link in the message.' : 'There are two links in the message.',
    )
  },

  ({ name, address, message }) => {
    const isCopied = isOwnNeed(message ?? '')
    const isMarkup =
      program.test([name, address, message].join('\n')) ||
      markup.test([name, address, isCopied ? '' : message].join('\n'))
    return isMarkup ? strong('It contains HTML or forum markup.') : undefined
  },

  ({ message }) => {
    const text = message ?? ''
    const found = pitches.flatMap((pitch) => pitch.exec(text)?.[0] ?? [])
    if (found.length <= (isOwnNeed(text) ? mostBeside : 0)) return undefined
    const reason = `It reads like a sales pitch: “${found.slice(0, 3).join('”, “')}”.`
    return found.length > 1 ? strong(reason) : weak(reason)
  },

  (_submission, others) => {
    if (others === 0) return undefined
    return others === 1
      ? weak('Someone else sent the same message within a day.')
      : strong(`${others} other people sent the same message within a day.`)
  },

  ({ name }) => (isScrambled(name) ? weak('The name looks like random letters.') : undefined),

  ({ message }) =>
    isScrambled(message) ? weak('The message looks like random letters.') : undefined,
]

/** Every spam signal in a submission, given how many others sent the same message within a day. */
export function findSpamSignals(submission: Submission, othersWithMessage: number): SpamSignal[] {
  return rules.flatMap((rule) => rule(submission, othersWithMessage) ?? [])
}

/** Why a submission goes into quarantine; empty where its signals are not enough. */
export function findReasons(submission: Submission, othersWithMessage: number): string[] {
  const signals = findSpamSignals(submission, othersWithMessage)
  const total = signals.reduce((sum, { weight }) => sum + weight, 0)
  return total >= enough ? signals.map(({ reason }) => reason) : []
}
