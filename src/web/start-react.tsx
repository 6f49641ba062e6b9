import './site/late.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { PageMetadata } from '#/contracts/seo.ts'
import { App } from './app.tsx'
import {
  Document,
  type DocumentData,
  type DocumentHead,
  documentDataId,
  inlineScriptId,
  inlineStyleId,
  moduleScriptId,
  speculationRulesId,
} from './document.tsx'
import { isAdminPath, pageAt } from './pages.tsx'
import { hideFields } from './site/estimate-form/quiet-fields.ts'
import { trackHistory } from './site/navigation.ts'
import { readPageHead, structuredDataId } from './site/page-head.tsx'
import { readReviews } from './site/read-reviews.ts'

const textOf = (id: string) => document.getElementById(id)?.textContent ?? undefined

/** Reads the head from the document, so that hydration finds what it expects. */
function readHead(): DocumentHead {
  const find = (selector: string) => document.head.querySelector(selector)
  const fileOf = (element: Element | null, name: 'href' | 'src') => {
    const url = element?.getAttribute(name)
    return url ? { url, integrity: element?.getAttribute('integrity') ?? undefined } : undefined
  }
  const fonts = document.head.querySelectorAll('link[rel=preload][as=font]')
  return {
    inlineStyle: textOf(inlineStyleId),
    otherMediaStyle: find('link[media^=print]')?.getAttribute('href') ?? undefined,
    inlineScript: textOf(inlineScriptId),
    speculationRules: textOf(speculationRulesId),
    structuredData: textOf(structuredDataId),
    // A public page has none; the one that may be there by now came with this code.
    style: isAdminPath(path) ? fileOf(find('link[rel=stylesheet]'), 'href') : undefined,
    module: fileOf(find(`#${moduleScriptId}`), 'src'),
    fontUrls: [...fonts].map((link) => link.getAttribute('href') ?? ''),
  }
}

/** What the server has rendered the page with, as far as React needs it. */
function readMetadata(): PageMetadata {
  const { h1Text, reviewCount, answerSpeed } = data
  return {
    ...readPageHead(h1Text),
    ...(reviewCount && { reviews: readReviews(reviewCount) }),
    ...(answerSpeed && { answerSpeed }),
  }
}

const data: DocumentData = JSON.parse(textOf(documentDataId) ?? '')
const path = location.pathname
const metadata = isAdminPath(path) ? undefined : readMetadata()
await pageAt(path).preloadFirst()
hideFields()
// As a transition it yields to what the visitor does every few milliseconds.
startTransition(() => {
  hydrateRoot(
    document,
    <Document data={data} head={readHead()}>
      <App path={path} metadata={metadata} />
    </Document>,
  )
})
trackHistory()
