import { Icon } from '../../ui/icon.tsx'
import { useSite } from '../../words.ts'

/** The sign and the site's name. */
export function Brand() {
  const { name } = useSite()
  return (
    <span className="brand">
      <Icon name="breeze" className="brand-sign" />
      <span>{name}</span>
    </span>
  )
}
