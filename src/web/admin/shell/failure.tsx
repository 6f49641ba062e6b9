type FailureProps = { text: string; isRetrying: boolean; onRetry: () => void }

/** Says that something could not be fetched, and tries again on request. */
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
