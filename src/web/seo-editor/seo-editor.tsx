import './seo-editor.css'
import '../ui/toast.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { sharedLabels } from '#/content/chrome.ts'
import { publicPaths } from '#/contracts/routes.ts'
import { createQueryClient } from '../admin/shell/query-client.ts'
import { Failure } from '../admin/shell/query-states.tsx'
import { reasonOf } from '../request.ts'
import { useSite } from '../words.ts'
import { EditorDialog, EditorForm } from './editor-form.tsx'
import { useEditorState } from './state/seo-requests.ts'
import { addressWithoutEditor } from './state/use-draft.ts'

/** The editor of a page's metadata, in a dialog over the page. */
export function SeoEditor({ pagePath }: { pagePath: string }) {
  const { apiBaseUrl } = useSite()
  const [client] = useState(() => createQueryClient(apiBaseUrl))
  return (
    <QueryClientProvider client={client}>
      {publicPaths.includes(pagePath) ? (
        <PageEditor pagePath={pagePath} />
      ) : (
        <EditorNotice pagePath={pagePath}>
          <p>There is no page of its own at this address, so there is nothing to edit.</p>
        </EditorNotice>
      )}
    </QueryClientProvider>
  )
}

function PageEditor({ pagePath }: { pagePath: string }) {
  const { data, error, isFetching, refetch } = useEditorState(pagePath)
  if (data) return <EditorForm pagePath={pagePath} state={data} />
  return (
    <EditorNotice pagePath={pagePath}>
      {error ? (
        <Failure
          text={reasonOf(error) ?? 'The metadata of this page could not be fetched.'}
          isRetrying={isFetching}
          onRetry={refetch}
        />
      ) : (
        <Skeleton />
      )}
    </EditorNotice>
  )
}

/** The outline of the form, until its data is there. */
function Skeleton() {
  return (
    <div className="skeleton" aria-busy="true">
      <p className="hidden-text" role="status">
        {sharedLabels.loading}
      </p>
      <i />
      <i />
      <i />
    </div>
  )
}

const closeEditor = () => location.assign(addressWithoutEditor(location.href))

function EditorNotice({ pagePath, children }: { pagePath: string; children: React.ReactNode }) {
  return (
    <EditorDialog pagePath={pagePath} onLeave={closeEditor}>
      <div className="seo-notice">{children}</div>
    </EditorDialog>
  )
}
