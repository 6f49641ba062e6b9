import { useEffect, useState } from 'react'

/**
 * The one-time token of a link, taken out of the address bar so that no browser history and no shared
 * screen shows it. Undefined before the first effect; empty where there is none.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>()

  useEffect(() => {
    function takeToken() {
      const found = location.hash.slice(1)
      // The hash is empty once the token was taken: then the known one stays.
      setToken((known) => found || known || '')
      if (found) history.replaceState(history.state, '', location.pathname + location.search)
    }
    takeToken()
    // A link that is pasted while this page is open does not reload it.
    addEventListener('hashchange', takeToken)
    return () => removeEventListener('hashchange', takeToken)
  }, [])

  return token
}
