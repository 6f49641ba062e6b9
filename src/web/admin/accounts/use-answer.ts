import { useEffect, useState } from 'react'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { refusalOf } from '../shell/request-errors.ts'

/** The result of a call that a page makes when it opens. */
export type Answer<Data> = { data?: Data; problem?: string }

/**
 * Calls the API once and returns its `data`, for the pages of those who are not signed in, which
 * have no cache. Calls nothing while `call` is undefined; with a body it is a POST.
 */
export function useAnswer<Data>(call: { path: string; token?: string } | undefined): Answer<Data> {
  const { apiBaseUrl } = useSite()
  const [answer, setAnswer] = useState<Answer<Data>>({})
  const { path, token } = call ?? {}

  useEffect(() => {
    if (path === undefined) return
    const stop = new AbortController()
    const body = token === undefined ? undefined : { token }
    request<{ data: Data } | undefined>(body ? 'POST' : 'GET', path, {
      apiBaseUrl,
      body,
      signal: stop.signal,
    }).then(
      (received) => setAnswer({ data: (received?.data ?? {}) as Data }),
      (error: unknown) => {
        if (!stop.signal.aborted) setAnswer({ problem: refusalOf(error) })
      },
    )
    return () => stop.abort()
  }, [apiBaseUrl, path, token])

  return answer
}
