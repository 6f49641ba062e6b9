import { useEffect, useState } from 'react'
import type { Endpoint } from '#/contracts/endpoints/endpoint.ts'
import { useSite } from '../../words.ts'
import { call } from '../shell/call.ts'
import { refusalOf } from '../shell/request-errors.ts'

/** The result of a call that a page makes when it opens. */
export type Answer<Data> = { data?: Data; problem?: string }

/**
 * Calls an endpoint once and returns its `data`, for the pages of those who are not signed in, which
 * have no cache. Calls nothing while `endpoint` is undefined.
 */
export function useAnswer<Data>(
  endpoint: Endpoint<string, { token: string } | undefined, Data> | undefined,
  token?: string,
): Answer<Data> {
  const { apiBaseUrl } = useSite()
  const [answer, setAnswer] = useState<Answer<Data>>({})

  useEffect(() => {
    if (!endpoint) return
    const stop = new AbortController()
    const body = token === undefined ? undefined : { token }
    call(endpoint, { body }, { apiBaseUrl, signal: stop.signal }).then(
      (received: unknown) => {
        const { data } = (received ?? { data: {} }) as { data: Data }
        setAnswer({ data })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setAnswer({ problem: refusalOf(error) })
      },
    )
    return () => stop.abort()
  }, [apiBaseUrl, endpoint, token])

  return answer
}
