import { lazy, Suspense } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { editorParameter } from '#/contracts/routes.ts'

const SeoEditor = lazy(() => import('./seo-editor/seo-editor.tsx'))

/** The editor of a page's metadata, where the address asks for it. Else not even its code is loaded. */
export function EditorOnRequest({ path }: { path: string }) {
  // The served document is the same with and without the parameter.
  const search = useSearch({ ssrSearch: '' })
  if (new URLSearchParams(search).get(editorParameter) !== 'true') return null
  return (
    <Suspense fallback={null}>
      <SeoEditor key={path} pagePath={path} />
    </Suspense>
  )
}
