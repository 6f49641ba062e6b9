import './seo-editor.css'
import '../ui/toast.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createQueryClient } from '../admin/shell/query-client.ts'
import { Failure, Loading } from '../admin/shell/query-states.tsx'
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
      <PageEditor pagePath={pagePath} />
    </QueryClientProvider>
  )
}

function PageEditor({ pagePath }: { pagePath: string }) {
  const { data, error, isFetching, refetch } = useEditorState(pagePath)
  if (data) return <EditorForm pagePath={pagePath} state={data} />
  return (
    <EditorDialog
      pagePath={pagePath}
      onLeave={() => location.assign(addressWithoutEditor(location.href))}
    >
      <div className="seo-notice">
        {error ? (
          <Failure
            text={reasonOf(error) ?? 'The metadata of this page could not be fetched.'}
            isRetrying={isFetching}
            onRetry={refetch}
          />
        ) : (
          <Loading />
        )}
      </div>
    </EditorDialog>
  )
}
