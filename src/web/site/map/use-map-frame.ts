import { useEffect, useRef, useState } from 'react'

/** How far below the screen the map may be when its frame is asked for. */
const nearPx = 400

/**
 * Becomes ready when the element is near the screen and the maps service answers. A frame that cannot
 * load would cover the drawing with the browser's error page, so it is asked for first.
 */
export function useMapFrame(frameUrl: string) {
  const ref = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const leaving = new AbortController()
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        fetch(frameUrl, { mode: 'no-cors', signal: leaving.signal }).then(
          () => setReady(true),
          () => undefined,
        )
      },
      { rootMargin: `${nearPx}px` },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      leaving.abort()
    }
  }, [frameUrl])

  return { ref, isReady }
}
