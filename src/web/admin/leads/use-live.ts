import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadEventName } from '#/contracts/leads/inbox.ts'
import { apiUrl } from '../../request.ts'
import { refetch } from '../shell/use-api.ts'

/** Whether the server's events arrive: not yet, now, or not for the moment. */
export type LiveState = 'connecting' | 'live' | 'lost'

/** A signal may be lost with the process that should have sent it: the page looks this often by itself. */
const lookEveryMs = 60_000

/** A server that ends each connection at once is asked no more often than this, nor is its list. */
const retryMs = 5_000

type Handlers = { onState: (state: LiveState) => void; onChange: () => void }

/**
 * Connects to the server's events; returns a function that ends it. After an error it connects again
 * by itself: a browser does not where the server has refused.
 */
export function openEvents(url: string, { onState, onChange }: Handlers): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined

  function open(isAgain: boolean) {
    source = new EventSource(url, { withCredentials: true })
    const on = (name: LeadEventName, handle: () => void) => source.addEventListener(name, handle)
    on('ready', () => {
      onState('live')
      // Leads may have changed while there was no connection. What the page opens with is fetched by now.
      if (isAgain) onChange()
    })
    on('changed', onChange)
    source.addEventListener('error', () => {
      onState('lost')
      // The session may have ended: what is fetched next says so.
      if (source.readyState === EventSource.CLOSED) onChange()
      source.close()
      timer = setTimeout(open, retryMs, true)
    })
  }

  open(false)
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/** Fetches again what the page shows of leads whenever they change. Used once. */
export function useLive(): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    // What needs somebody is looked for by a clock of its own.
    const onChange = () => void refetch(client, [api.leads.path])
    const timer = setInterval(onChange, lookEveryMs)
    const close = openEvents(apiUrl(api.leadEvents.path), { onState: setState, onChange })
    return () => {
      close()
      clearInterval(timer)
    }
  }, [client])
  return state
}
