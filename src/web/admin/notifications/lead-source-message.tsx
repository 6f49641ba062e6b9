import { Failure } from '../shell/failure.tsx'
import { LeadSourceEditor } from './lead-source-editor.tsx'
import { useLeadSource } from './use-lead-source.ts'

/** The tab with the text that stands in every notification mail. */
export function LeadSourceMessage() {
  const source = useLeadSource()
  return (
    <>
      {source.isError && (
        <Failure
          text="Failed to fetch lead source settings"
          isRetrying={source.isFetching}
          onRetry={() => void source.refetch()}
        />
      )}
      {source.isPending && (
        <p className="loading" role="status">
          Loading...
        </p>
      )}
      {source.data !== undefined && <LeadSourceEditor saved={source.data} />}
    </>
  )
}
