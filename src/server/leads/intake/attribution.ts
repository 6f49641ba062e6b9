import { type Attribution, clickIdNames, utmNames } from '#/contracts/attribution.ts'
import { cleanHint } from '#/contracts/text.ts'

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
 * Reads the attribution from what the browser noted on the first page of a visit: path and query,
 * and after a space the referrer. If the referrer is a page of ours (the visit went on in a second
 * tab), that page is taken for the first.
 */
export function attributionOfVisit(
  visit: string | undefined,
  ownHosts: readonly string[],
): Attribution | undefined {
  if (!visit?.startsWith('/')) return undefined
  const [noted, referrerNoted = ''] = visit.split(' ')
  const landing = new URL(`http://site.invalid${noted}`)
  // Only addresses that are safe as a link.
  const referrer = /^(https?|android-app):/.test(referrerNoted) ? parse(referrerNoted) : undefined
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
 * Reads the visit from the `Referer` of a form sent without JavaScript: the page with the form, if
 * its address has campaign parameters. Any other page need not be the first of the visit.
 */
export function visitOfReferer(
  referer: string | undefined,
  ownHosts: readonly string[],
): string | undefined {
  const url = parse(referer)
  if (!url || !isOwn(url, ownHosts)) return undefined
  return campaignNames.some((name) => url.searchParams.has(name)) ? pathOf(url) : undefined
}
