import { type Attribution, clickIdNames, utmNames } from '#/contracts/attribution.ts'
import { cleanHint } from '#/contracts/hints.ts'

const longestText = 500

const campaignNames = [...utmNames, ...clickIdNames]

/** An absolute address, or undefined for what is none. */
function parse(address: string | undefined): URL | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address) : undefined
}

const bareHost = (host: string) => host.toLowerCase().replace(/^www\./, '')

function isOwn(url: URL, ownHosts: readonly string[]): boolean {
  return ownHosts.some((host) => bareHost(host) === bareHost(url.host))
}

const pathOf = (url: URL) => url.pathname + url.search

/**
 * How a visit came about, from what the browser noted on its first page: path and query, and after a
 * space the referrer. Where the note began in a second tab, our own page that led there is nearer to
 * the visit's beginning.
 */
export function attributionOfVisit(
  visit: string | undefined,
  ownHosts: readonly string[],
): Attribution | undefined {
  const [noted = '', referrerNoted] = visit?.split(' ') ?? []
  const landing = noted.startsWith('/') ? parse(`http://site.invalid${noted}`) : undefined
  if (!landing) return undefined
  // Whoever shows it may make a link of it.
  const referrer = /^(https?|android-app):/.test(referrerNoted ?? '')
    ? parse(referrerNoted)
    : undefined
  const isWithin = referrer !== undefined && isOwn(referrer, ownHosts)
  const first = isWithin ? referrer : landing
  const found: (readonly [keyof Attribution, string | null | undefined])[] = [
    ['landingPage', pathOf(first)],
    ['referrer', isWithin ? undefined : referrer?.href],
    ...campaignNames.map((name) => [name, first.searchParams.get(name)] as const),
  ]
  const known = found.map(([name, text]) => [name, cleanHint(text ?? '', longestText)])
  return Object.fromEntries(known.filter(([, text]) => text !== undefined))
}

/**
 * What the `Referer` of a form sent without JavaScript tells of the visit: the form's page, if its
 * address is one that a campaign led to. Any other page need not be the first.
 */
export function visitOfReferer(
  referer: string | undefined,
  ownHosts: readonly string[],
): string | undefined {
  const url = parse(referer)
  if (!url || !isOwn(url, ownHosts)) return undefined
  return campaignNames.some((name) => url.searchParams.has(name)) ? pathOf(url) : undefined
}
