import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type FailureProps = { text: string; isRetrying: boolean; onRetry: () => void }

/** Says that something could not be fetched, with a button that tries again. */
export function Failure({ text, isRetrying, onRetry }: FailureProps) {
  return (
    <div className="notice row ends failure" role="alert">
      <p>{text}</p>
      <Button look="line" isBusy={isRetrying} onPress={onRetry}>
        {isRetrying ? 'Trying…' : 'Try again'}
      </Button>
    </div>
  )
}

type QueryFailureProps = {
  query: Pick<UseQueryResult<unknown>, 'isError' | 'isFetching' | 'refetch'>
  text: string
}

/** The failure of a query; nothing while it has not failed. */
export function QueryFailure({ query, text }: QueryFailureProps) {
  if (!query.isError) return null
  return <Failure text={text} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
}

/** Shown in place of what is being fetched. */
export function Loading() {
  return (
    <p className="loading" role="status">
      Loading...
    </p>
  )
}

type FetchedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'isPending' | 'isError' | 'isFetching' | 'refetch'>
  /** The text where it cannot be fetched. */
  failure: string
  children: (data: Data) => ReactNode
}

/** What a query has fetched; before that "Loading...", and above it that it failed. */
export function Fetched<Data>({ query, failure, children }: FetchedProps<Data>) {
  return (
    <>
      <QueryFailure query={query} text={failure} />
      {query.isPending && <Loading />}
      {query.data !== undefined && children(query.data)}
    </>
  )
}
