import { api, pathTo } from '#/contracts/endpoints/api.ts'
import './seo-editor.css'
import '../ui/sheets/toast.css'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { editorParameter } from '#/contracts/site-routes.ts'
import { Fetched } from '../admin/shell/query-states.tsx'
import { createQueryClient } from '../admin/shell/use-api.ts'
import { Icon } from '../ui/icon.tsx'
import { EditorForm } from './editor-form.tsx'
import { readEditorState } from './use-editing.ts'

/** The editor of a page's metadata, in a dialog over the page. */
export function SeoEditor({ pagePath }: { pagePath: string }) {
  const [client] = useState(() => createQueryClient())
  return (
    <QueryClientProvider client={client}>
      <EditorDialog pagePath={pagePath} />
    </QueryClientProvider>
  )
}

/** Loads the page without the editor. The browser asks first where there are unsaved changes. */
function leave() {
  const url = new URL(location.href)
  url.searchParams.delete(editorParameter)
  location.assign(url)
}

function EditorDialog({ pagePath }: { pagePath: string }) {
  const query = useQuery({
    queryKey: [pathTo(api.seoEditor, { path: pagePath })],
    queryFn: () => readEditorState(pagePath),
  })
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    dialog.current?.showModal()
    // Without this the focus would be on the first button, which closes the editor.
    heading.current?.focus()
  }, [])

  function reopen() {
    // No page can prevent that Escape closes a dialog, and the browser asks before it leaves.
    dialog.current?.showModal()
    leave()
  }

  return (
    <dialog
      ref={dialog}
      className="seo-editor"
      // What is translated around it stays so: React would not find its own texts again.
      translate="no"
      aria-labelledby="seo-editor-heading"
      onClose={reopen}
    >
      <header className="row ends seo-head">
        <div>
          <h2 id="seo-editor-heading" ref={heading} tabIndex={-1}>
            SEO Editor
          </h2>
          <p className="small">{pagePath}</p>
        </div>
        <button className="btn btn-ghost btn-small" type="button" onClick={leave}>
          <Icon name="x" />
          <span>Close</span>
        </button>
      </header>
      <Fetched query={query} failure="The metadata of this page couldn’t be loaded.">
        {(loaded) => <EditorForm pagePath={pagePath} loaded={loaded} />}
      </Fetched>
    </dialog>
  )
}
