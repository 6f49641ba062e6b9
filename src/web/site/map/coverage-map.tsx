import { map } from '#/content/areas.ts'
import { business } from '#/content/business.ts'
import { sharedLabels } from '#/content/chrome.ts'
import { Icon } from '../../ui/icon.tsx'
import drawingUrl from './coverage-map.svg'
import { useMapFrame } from './use-map-frame.ts'

const { latitude, longitude } = business.geo
const mapUrl = `https://www.google.com/maps?q=${latitude},${longitude}&z=10`
const frameUrl = `${mapUrl}&output=embed`

/** Where we work: a drawing at once, and the maps service's own map over it where that can load. */
export function CoverageMap() {
  const { ref, isReady } = useMapFrame(frameUrl)
  return (
    <div ref={ref}>
      <div className="map">
        <img src={drawingUrl} alt={map.alt} width={1200} height={300} loading="lazy" />
        {isReady && <iframe src={frameUrl} title={map.frameTitle} loading="lazy" />}
      </div>
      <a className="go" href={mapUrl} target="_blank" rel="noopener">
        {map.openLabel}
        <span className="hidden-text">{sharedLabels.opensInNewTab}</span>
        <Icon name="external-link" />
      </a>
    </div>
  )
}
