import { type Attribution, clickIdNames, readVisit, utmNames } from '#/contracts/results/visits.ts'
import { plainPath } from '#/server/http/answered.ts'
import { cleanHint } from '#/server/texts/texts.ts'

const longestText = 500

const campaignNames = [...utmNames, ...clickIdNames]

/** How a visit came about, from the browser's note. */
export function attributionOfVisit(
  visit: string | undefined,
  ownHosts: readonly string[],
): Attribution | undefined {
  const read = readVisit(visit, ownHosts)
  if (!read) return undefined
  const { first, referrer } = read
  const found: (readonly [keyof Attribution, string | null | undefined])[] = [
    // Of an address that leads nowhere only the beginning: it may be a secret that was mistyped.
    ['landingPage', plainPath(first.pathname) + first.search],
    ['referrer', referrer?.href],
    ...campaignNames.map((name) => [name, first.searchParams.get(name)] as const),
  ]
  const known = found.map(([name, text]) => [name, cleanHint(text ?? '', longestText)])
  return Object.fromEntries(known.filter(([, text]) => text !== undefined))
}
