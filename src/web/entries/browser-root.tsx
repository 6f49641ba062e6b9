import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Site } from '#/contracts/pages/documents.ts'
import { PathContext } from '../page-context.ts'
import { callApiAt } from '../request.ts'
import { Toasts } from '../ui/toasts.tsx'
import { SiteContext } from '../words.ts'
import { siteDataId } from './document.tsx'

/** What every root in the browser is rendered in: the site and the path of the document. */
function inContext(children: ReactNode) {
  const site: Site = JSON.parse(document.getElementById(siteDataId)?.textContent ?? '')
  callApiAt(site.apiBaseUrl)
  return (
    <SiteContext value={site}>
      <PathContext value={location.pathname}>{children}</PathContext>
    </SiteContext>
  )
}

/** Has React take over what the server has rendered in an element. */
export function takeOver(element: HTMLElement, children: ReactNode): void {
  hydrateRoot(element, inContext(children))
}

/** Renders what is in no document from the server into an element at the end of the page. */
export function renderAtEnd(children: ReactNode): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(inContext(children))
}

let hasToasts = false

/** Renders the place where toasts appear, once in a page. */
export function renderToasts(): void {
  if (hasToasts) return
  hasToasts = true
  renderAtEnd(<Toasts />)
}
