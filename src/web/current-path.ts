import { createContext, useContext } from 'react'
import { usePathname } from 'wouter/use-browser-location'

/** Where the visitor entered: the path that the document was rendered for. */
export const EntryPathContext = createContext('/')

/** The path that is shown. On the server and while the browser hydrates it is the entry path. */
export function useCurrentPath(): string {
  return usePathname({ ssrPath: useContext(EntryPathContext) })
}
