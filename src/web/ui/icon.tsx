import iconsUrl from './icons.svg'

/* The names in `icons.svg`, which `node scripts/make/icons.ts` writes. */

/** Of Lucide (ISC licence). */
type Thing = 'phone' | 'mail' | 'map-pin' | 'house' | 'store' | 'siren' | 'wrench' | 'zap'
type Check = 'clipboard-check' | 'file-check' | 'badge-check' | 'wallet'
type Way = 'arrow-left' | 'arrow-right' | 'chevron-down' | 'chevron-up' | 'external-link'
type Tool = 'menu' | 'plus' | 'x'
/** Plain marks of three review sites, and the site's logo. */
type Own = 'google' | 'facebook' | 'yelp' | 'breeze'

type IconName = Thing | Check | Way | Tool | Own

/**
 * An icon beside a text that says the same, so screen readers skip it. As high as a line of text,
 * and no larger where there are no styles.
 */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} width="20" height="20" aria-hidden="true">
      <use href={`${iconsUrl}#${name}`} />
    </svg>
  )
}
