/** What advertising networks add to an address: click ids, and the mark that Google leaves without one. */
export const clickIdNames = [
  'gclid',
  'gbraid',
  'wbraid',
  'gad_source',
  'fbclid',
  'msclkid',
] as const

/** The campaign parameters that an advertiser adds to an address. */
export const utmNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

/**
 * How a visit came about, as first seen in it: the path and query of the landing page, the referrer's
 * address, the campaign parameters and the click ids.
 */
export const attributionNames = ['landingPage', 'referrer', ...utmNames, ...clickIdNames] as const

export type Attribution = Partial<Record<(typeof attributionNames)[number], string | undefined>>

/** Every source: where a visit came from, in one word or two. */
export const sources = [
  'unknown',
  'direct',
  'google',
  'google ads',
  'bing',
  'bing ads',
  'facebook',
  'facebook ads',
  'instagram',
  'yelp',
  'nextdoor',
  'youtube',
  'yahoo',
  'duckduckgo',
  'email',
  'other campaign',
  'other site',
] as const

export type Source = (typeof sources)[number]

/** The advertising networks whose click id or mark says that a visit was paid for. */
const paidBy = [
  { name: 'google ads', ids: ['gclid', 'gbraid', 'wbraid', 'gad_source'] },
  { name: 'bing ads', ids: ['msclkid'] },
] as const

/** What sells the advertisements of a site. */
type Paid = 'google' | 'bing' | 'facebook'

/** Sites that visits come from, by the ends of their hosts or by the tag of a campaign. */
const networks: readonly { name: Source; hosts: string; tag: RegExp; ads?: Paid }[] = [
  { name: 'google', hosts: 'google\\.[a-z.]+', tag: /^(google|adwords|gmb|gbp)/, ads: 'google' },
  { name: 'bing', hosts: 'bing\\.com', tag: /^(bing|microsoft)/, ads: 'bing' },
  {
    name: 'facebook',
    hosts: '(facebook|fb)\\.com|fb\\.me',
    tag: /^(facebook|fb|meta)$/,
    ads: 'facebook',
  },
  { name: 'instagram', hosts: 'instagram\\.com', tag: /^(instagram|ig)$/, ads: 'facebook' },
  { name: 'yelp', hosts: 'yelp\\.[a-z.]+', tag: /^yelp/ },
  { name: 'nextdoor', hosts: 'nextdoor\\.com', tag: /^nextdoor/ },
  { name: 'youtube', hosts: 'youtube\\.com|youtu\\.be', tag: /^(youtube|yt)$/ },
  { name: 'yahoo', hosts: 'yahoo\\.com', tag: /^yahoo/ },
  { name: 'duckduckgo', hosts: 'duckduckgo\\.com', tag: /^(duckduckgo|ddg)$/ },
]

const isHostOf = (host: string, hosts: string) => RegExp(`(^|\\.)(${hosts})$`).test(host)

const paidMedium = /^(cpc|ppc|cpm|cpv|cpa|paid.*|display|ads?|retargeting)$/

const isMail = /^(e-?mail|newsletter)$/

const bareHost = (host: string) => host.toLowerCase().replace(/^www\./, '')

/** An absolute address; undefined where the text is none. */
function parseAddress(address: string | undefined): URL | undefined {
  try {
    // Browsers of before 2024 have no URL.canParse.
    return new URL(address ?? '')
  } catch {
    return undefined
  }
}

/**
 * Reads what the browser noted on the first page of a visit: path and query, and after a space the
 * referrer. If the referrer is a page of ours (the visit went on in a second tab), that page is
 * taken for the first. Undefined for a text that no browser notes.
 */
export function readVisit(
  visit: string | undefined,
  ownHosts: readonly string[],
): { first: URL; referrer: URL | undefined } | undefined {
  if (!visit?.startsWith('/')) return undefined
  const [noted, referrerNoted = ''] = visit.split(' ')
  // Only addresses that are safe as a link.
  const referrer = /^(https?|android-app):/.test(referrerNoted)
    ? parseAddress(referrerNoted)
    : undefined
  const isOwn = (url: URL) => ownHosts.some((host) => bareHost(host) === bareHost(url.host))
  if (referrer && isOwn(referrer)) return { first: referrer, referrer: undefined }
  return { first: new URL(`http://site.invalid${noted}`), referrer }
}

/**
 * Where a visit came from, in one word or two for the inbox's filter. The surest sign decides: a
 * click id, then the campaign that the advertiser named, then the referrer. A campaign name comes
 * from outside, so one that we do not know is `other campaign`.
 */
export function sourceOf(attribution: Attribution | null | undefined): Source {
  if (!attribution) return 'unknown'
  const paid = paidBy.find(({ ids }) => ids.some((id) => attribution[id] !== undefined))
  if (paid) return paid.name

  const { utm_source: campaign = '', utm_medium = '' } = attribution
  const [tag, medium] = [campaign.toLowerCase(), utm_medium.toLowerCase()]
  const named = networks.find((network) => network.tag.test(tag))
  if (named) return paidMedium.test(medium) && named.ads ? `${named.ads} ads` : named.name
  if (isMail.test(tag) || isMail.test(medium)) return 'email'

  const host = parseAddress(attribution.referrer)?.hostname
  const from = host && networks.find(({ hosts }) => isHostOf(host, hosts))?.name
  // A link shared on Facebook or Instagram carries its click id without having been paid for.
  if (attribution.fbclid !== undefined) {
    if (paidMedium.test(medium)) return 'facebook ads'
    return from === 'instagram' ? from : 'facebook'
  }
  if (tag) return 'other campaign'
  if (host) return from || 'other site'
  return utmNames.some((name) => attribution[name]) ? 'other campaign' : 'direct'
}

/** The source of what the browser noted: all that a tap on the phone number tells of the visit. */
export function sourceOfVisit(visit: string, ownHosts: readonly string[]): Source {
  const read = readVisit(visit, ownHosts)
  if (!read) return 'unknown'
  const { first, referrer } = read
  const named = [...clickIdNames, ...utmNames].map((name) => [
    name,
    first.searchParams.get(name)?.trim(),
  ])
  const known = Object.fromEntries(named.filter(([, text]) => text))
  return sourceOf({ ...known, ...(referrer && { referrer: referrer.href }) })
}
