type FailureProps = { text: string; isRetrying: boolean; onRetry: () => void }

/** Says that something could not be fetched, with a button that tries again. */
export function Failure({ text, isRetrying, onRetry }: FailureProps) {
  return (
    <div className="failure" role="alert">
      <p>{text}</p>
      <button
        className="btn btn-line btn-small"
        type="button"
        disabled={isRetrying}
        onClick={onRetry}
      >
        {isRetrying ? 'Trying…' : 'Try again'}
      </button>
    </div>
  )
}

type QueryFailureProps = {
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> }
  text: string
}

/** The failure of a query; nothing while it has not failed. */
export function QueryFailure({ query, text }: QueryFailureProps) {
  if (!query.isError) return null
  return <Failure text={text} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
}

/** Shown in place of what is being fetched. */
export function Loading({ className = 'loading' }: { className?: string }) {
  return (
    <p className={className} role="status">
      Loading...
    </p>
  )
}
