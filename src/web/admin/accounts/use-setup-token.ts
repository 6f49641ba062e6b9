import { useEffect, useState } from 'react'

/**
 * The one-time token of a setup link, taken out of the address bar so that it stays in no history
 * and no shared screen. Undefined until it has been looked for; empty where there is none.
 */
export function useSetupToken(): string | undefined {
  const [token, setToken] = useState<string>()

  useEffect(() => {
    function takeToken() {
      const found = location.hash.slice(1)
      // Taking the token away must not take away what was found before.
      setToken((known) => found || known || '')
      if (found) history.replaceState(history.state, '', location.pathname + location.search)
    }
    takeToken()
    // A link that is pasted while this page is open loads nothing anew.
    addEventListener('hashchange', takeToken)
    return () => removeEventListener('hashchange', takeToken)
  }, [])

  return token
}
