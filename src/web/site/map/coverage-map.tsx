import { map } from '#/content/areas.ts'
import { business } from '#/content/business.ts'
import { sharedLabels } from '#/content/chrome.ts'
import { Icon } from '../../ui/icon.tsx'
import drawingUrl from './coverage-map.svg'

const { latitude, longitude } = business.geo
const mapUrl = `https://www.google.com/maps?q=${latitude},${longitude}&z=10`

/** The service area: our own drawn map, which the page's script covers with the maps service's where that can be reached. */
export function CoverageMap() {
  return (
    <div>
      <a className="go" href={mapUrl} target="_blank" rel="noopener">
        {map.openLabel} <span className="hidden-text">{sharedLabels.opensInNewTab}</span>
        <Icon name="external-link" />
      </a>
      <div className="map" data-frame={`${mapUrl}&output=embed`} data-title={map.frameTitle}>
        <img src={drawingUrl} alt={map.alt} width={1200} height={300} loading="lazy" />
      </div>
    </div>
  )
}
