import {
  type Attribution,
  clickIdNames,
  isOwn,
  parseAddress,
  readVisit,
  utmNames,
} from '#/contracts/results/visits.ts'
import { plainPath } from '#/server/http/answered.ts'
import { cleanHint } from '#/server/texts/texts.ts'

const longestText = 500

const campaignNames = [...utmNames, ...clickIdNames]

/** Of an address that leads nowhere only the beginning: it may be a secret that was mistyped. */
const pathOf = ({ pathname, search }: URL) => plainPath(pathname) + search

/** How a visit came about, from the browser's note. */
export function attributionOfVisit(
  visit: string | undefined,
  ownHosts: readonly string[],
): Attribution | undefined {
  const read = readVisit(visit, ownHosts)
  if (!read) return undefined
  const { first, referrer } = read
  const found: (readonly [keyof Attribution, string | null | undefined])[] = [
    ['landingPage', pathOf(first)],
    ['referrer', referrer?.href],
    ...campaignNames.map((name) => [name, first.searchParams.get(name)] as const),
  ]
  const known = found.map(([name, text]) => [name, cleanHint(text ?? '', longestText)])
  return Object.fromEntries(known.filter(([, text]) => text !== undefined))
}

/**
 * Reads the visit from the `Referer` of a form sent without JavaScript: the page with the form, if
 * its address has campaign parameters. Any other page need not be the first of the visit.
 */
export function visitOfReferer(
  referer: string | undefined,
  ownHosts: readonly string[],
): string | undefined {
  const url = parseAddress(referer)
  if (!url || !isOwn(url, ownHosts)) return undefined
  return campaignNames.some((name) => url.searchParams.has(name)) ? pathOf(url) : undefined
}
