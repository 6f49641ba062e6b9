import { useEffect, useRef, useState } from 'react'
import { map } from '#/content/areas.ts'
import { business } from '#/content/business.ts'
import { sharedLabels } from '#/content/chrome.ts'
import { Icon } from '../../ui/icon.tsx'
import drawingUrl from './coverage-map.svg'

const { latitude, longitude } = business.geo
const mapUrl = `https://www.google.com/maps?q=${latitude},${longitude}&z=10`
const frameUrl = `${mapUrl}&output=embed`

/** How far outside the screen the map may be when its frame is loaded. */
const nearPx = 400

/**
 * Becomes ready when the element is near the screen and the maps service answers. The answer is
 * awaited because a frame that cannot load would cover our map with the browser's error page.
 */
function useMapFrame(frameUrl: string) {
  const ref = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const request = new AbortController()
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        fetch(frameUrl, { mode: 'no-cors', signal: request.signal }).then(
          () => setReady(true),
          () => undefined,
        )
      },
      { rootMargin: `${nearPx}px` },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      request.abort()
    }
  }, [frameUrl])

  return { ref, isReady }
}

/** The service area: our own drawn map, covered by the maps service's map if that can be loaded. */
export function CoverageMap() {
  const { ref, isReady } = useMapFrame(frameUrl)
  return (
    <div ref={ref}>
      <a className="go" href={mapUrl} target="_blank" rel="noopener">
        {map.openLabel} <span className="hidden-text">{sharedLabels.opensInNewTab}</span>
        <Icon name="external-link" />
      </a>
      <div className="map">
        <img src={drawingUrl} alt={map.alt} width={1200} height={300} loading="lazy" />
        {isReady && <iframe src={frameUrl} title={map.frameTitle} loading="lazy" />}
      </div>
    </div>
  )
}
