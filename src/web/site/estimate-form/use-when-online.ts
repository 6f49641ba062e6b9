import { useEffect, useEffectEvent } from 'react'

/** A phone says that it is online before its connection works, and a server may be away. */
const retryMs = 5000

/** Calls `act` when the browser is online, and again now and then, for as long as `isWaiting`. */
export function useWhenOnline(isWaiting: boolean, act: () => void): void {
  const actIfOnline = useEffectEvent(() => {
    if (navigator.onLine) act()
  })

  useEffect(() => {
    if (!isWaiting) return
    const tryNow = () => actIfOnline()
    addEventListener('online', tryNow)
    const timer = setInterval(tryNow, retryMs)
    return () => {
      removeEventListener('online', tryNow)
      clearInterval(timer)
    }
  }, [isWaiting])
}
