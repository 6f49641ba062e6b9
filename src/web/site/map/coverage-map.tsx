import { fitsDrawnDrive, inState, map } from '#/content/area.ts'
import { sharedLabels } from '#/content/chrome.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSite, useWords } from '../../words.ts'
import drawingUrl from './coverage-map.svg'

/**
 * The service area: our own drawn map, where it is true of what is served. The page's script covers it with
 * the maps service's where that can be reached; where there is neither, no map.
 */
export function CoverageMap() {
  const site = useSite()
  const fill = useWords()
  const mapUrl = `https://www.google.com/maps?q=${encodeURIComponent(inState(site.towns[0] ?? ''))}&z=10`
  return (
    <div>
      <a className="go" href={mapUrl} target="_blank" rel="noopener">
        {map.openLabel} <span className="hidden-text">{sharedLabels.opensInNewTab}</span>
        <Icon name="external-link" />
      </a>
      <div className="map" data-frame={`${mapUrl}&output=embed`} data-title={fill(map.frameTitle)}>
        {fitsDrawnDrive(site) && (
          <img src={drawingUrl} alt={fill(map.alt)} width={1200} height={300} loading="lazy" />
        )}
      </div>
    </div>
  )
}
