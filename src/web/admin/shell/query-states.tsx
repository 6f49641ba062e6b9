import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type QueryState = { isError: boolean; isFetching: boolean; refetch: () => unknown }

type QueryFailureProps = { query: QueryState; text: string }

/** Says that something could not be fetched, with a button that tries again; nothing while it has not failed. */
export function QueryFailure({ query, text }: QueryFailureProps) {
  if (!query.isError) return null
  return (
    <div className="notice row ends failure" role="alert">
      <p>{text}</p>
      <Button look="line" isBusy={query.isFetching} onPress={() => void query.refetch()}>
        {query.isFetching ? 'Trying…' : 'Try again'}
      </Button>
    </div>
  )
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
  query: QueryState & { data: Data | undefined; isPending: boolean }
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
