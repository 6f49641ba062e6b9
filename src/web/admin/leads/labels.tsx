import { serviceLabel } from '#/content/service-label.ts'
import { urgentServiceId } from '#/contracts/services.ts'
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

/** A source with a capital letter: 'google' is 'Google'. */
export function sourceLabel(source: string): string {
  return source.charAt(0).toUpperCase() + source.slice(1)
}
