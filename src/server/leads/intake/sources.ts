import type { Attribution } from '#/contracts/attribution.ts'

/** The advertising networks whose click id says that a visit was paid for. */
const paidBy = [
  { name: 'google ads', ids: ['gclid', 'gbraid', 'wbraid'] },
  { name: 'bing ads', ids: ['msclkid'] },
] as const

const networks: readonly { name: string; hosts: RegExp; tag: RegExp; ads?: string }[] = [
  {
    name: 'google',
    hosts: /(^|\.)google\.[a-z.]+$/,
    tag: /^(google|adwords|gmb|gbp)/,
    ads: 'google ads',
  },
  { name: 'bing', hosts: /(^|\.)bing\.com$/, tag: /^(bing|microsoft)/, ads: 'bing ads' },
  {
    name: 'facebook',
    hosts: /(^|\.)(facebook\.com|fb\.me|fb\.com)$/,
    tag: /^(facebook|fb|meta)$/,
    ads: 'facebook ads',
  },
  {
    name: 'instagram',
    hosts: /(^|\.)instagram\.com$/,
    tag: /^(instagram|ig)$/,
    ads: 'facebook ads',
  },
  { name: 'yelp', hosts: /(^|\.)yelp\.[a-z.]+$/, tag: /^yelp/ },
  { name: 'nextdoor', hosts: /(^|\.)nextdoor\.com$/, tag: /^nextdoor/ },
  { name: 'youtube', hosts: /(^|\.)(youtube\.com|youtu\.be)$/, tag: /^(youtube|yt)$/ },
  { name: 'yahoo', hosts: /(^|\.)yahoo\.com$/, tag: /^yahoo/ },
  { name: 'duckduckgo', hosts: /(^|\.)duckduckgo\.com$/, tag: /^(duckduckgo|ddg)$/ },
]

const paidMedium = /^(cpc|ppc|cpm|cpv|cpa|paid.*|display|ads?|retargeting)$/

const isMail = /^(e-?mail|newsletter)$/

function hostOf(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined
  return new URL(address).hostname.toLowerCase().replace(/^www\./, '') || undefined
}

/**
 * Where a visit came from, in one word or two for the inbox's filter. The surest sign decides: a
 * click id, then the campaign that the advertiser named, then the referrer. A campaign name comes
 * from outside, so one that we do not know is `other campaign` and never appears itself.
 */
export function sourceOf(attribution: Attribution | null | undefined): string {
  if (!attribution) return 'unknown'
  const paid = paidBy.find(({ ids }) => ids.some((id) => attribution[id] !== undefined))
  if (paid) return paid.name

  const { utm_source: campaign = '', utm_medium = '' } = attribution
  const [tag, medium] = [campaign.toLowerCase(), utm_medium.toLowerCase()]
  const named = networks.find((network) => network.tag.test(tag))
  if (named) return paidMedium.test(medium) && named.ads ? named.ads : named.name
  if (isMail.test(tag) || isMail.test(medium)) return 'email'
  // A link shared on Facebook carries its click id without having been paid for.
  if (attribution.fbclid !== undefined) return paidMedium.test(medium) ? 'facebook ads' : 'facebook'
  if (tag) return 'other campaign'

  const host = hostOf(attribution.referrer)
  if (host === undefined) return 'direct'
  return networks.find((network) => network.hosts.test(host))?.name ?? 'other site'
}
