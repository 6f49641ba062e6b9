import iconsUrl from './icons.svg'

/**
 * The names in `icons.svg`: line icons of Lucide (ISC licence), three plain marks of review sites
 * and the site's own sign.
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
  | 'google'
  | 'facebook'
  | 'yelp'
  | 'breeze'

/** A small sign beside a text that says the same; it is as large as its line. */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`${iconsUrl}#${name}`} />
    </svg>
  )
}
