import { serviceLabel } from '#/content/service-label.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { Icon } from '../../ui/icon.tsx'

/** The label of a service; an emergency has an icon and a colour, so that nobody overlooks it. */
export function ServiceName({ service }: { service: string }) {
  if (service !== urgentServiceId) return serviceLabel(service)
  return (
    <span className="emergency">
      <Icon name="siren" />
      {serviceLabel(service)}
    </span>
  )
}

/** Names that have a capital letter inside. */
const sourceNames: Record<string, string> = { youtube: 'YouTube', duckduckgo: 'DuckDuckGo' }

/** A source as it is written: 'google' is 'Google'. */
export function sourceLabel(source: string): string {
  const name = Object.hasOwn(sourceNames, source) ? sourceNames[source] : undefined
  if (name) return name
  return source.charAt(0).toUpperCase() + source.slice(1)
}
