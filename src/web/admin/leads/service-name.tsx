import { Icon } from '../../ui/icon.tsx'
import { serviceLabel } from './service-label.ts'

/** What a service is called. An emergency is the one thing that must be seen at a glance. */
export function ServiceName({ service }: { service: string }) {
  if (service !== 'emergency-hvac') return serviceLabel(service)
  return (
    <span className="emergency">
      <Icon name="siren" />
      {serviceLabel(service)}
    </span>
  )
}
