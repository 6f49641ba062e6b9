import iconsUrl from './icons.svg'

/**
 * The names in `icons.svg`, which `node scripts/make/icons.ts` writes: icons of Lucide (ISC licence), plain marks of
 * three review sites, and the site's logo.
 */
export type IconName =
  | 'phone'
  | 'clock'
  | 'map-pin'
  | 'mail'
  | 'arrow-right'
  | 'arrow-left'
  | 'wrench'
  | 'clipboard-check'
  | 'menu'
  | 'x'
  | 'file-check'
  | 'zap'
  | 'badge-check'
  | 'wallet'
  | 'house'
  | 'store'
  | 'siren'
  | 'chevron-down'
  | 'external-link'
  | 'shield-check'
  | 'plus'
  | 'chevron-up'
  | 'google'
  | 'facebook'
  | 'yelp'
  | 'breeze'

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
