import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { createQueryClient, refetch } from './use-api.ts'

/** A page that shows the answer to a query; the test answers each fetch when it wants to. */
function show(client: QueryClient, path: string) {
  const fetches: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    queryKey: [path],
    queryFn: () => {
      const answer = Promise.withResolvers<string>()
      fetches.push(answer)
      return answer.promise
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  observer.subscribe(() => {})
  return { fetches, shown: () => observer.getCurrentResult().data }
}

test('a first answer that is older than a change is not what the page goes on to show', async () => {
  const client = new QueryClient()
  const { fetches, shown } = show(client, api.leads.path)
  const again = refetch(client, [api.leads.path])
  await expect.poll(() => fetches.length).toBe(2)
  fetches[0]?.resolve('before the change')
  fetches[1]?.resolve('after it')
  await again
  expect(shown()).toBe('after it')
})

test('a change and the word of it are fetched for once, and a burst once more after the pause', async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  const { fetches } = show(client, api.leads.path)
  fetches[0]?.resolve('first')
  await vi.advanceTimersByTimeAsync(0)
  const refresh = () => void refetch(client, [api.leads.path])
  refresh()
  await vi.advanceTimersByTimeAsync(50)
  for (let change = 0; change < 100; change += 1) refresh()
  await vi.advanceTimersByTimeAsync(51)
  expect(fetches.length).toBe(2)
  fetches[1]?.resolve('second')
  // It comes while the answer to the last one is on its way.
  refresh()
  await vi.advanceTimersByTimeAsync(498)
  expect(fetches.length).toBe(2)
  await vi.advanceTimersByTimeAsync(3)
  expect(fetches.length).toBe(3)
  fetches[2]?.resolve('third')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetches.length).toBe(3)
})

test('an answer that never comes is waited for no longer than the time-out', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    const { promise, reject } = Promise.withResolvers()
    signal.onabort = () => reject(signal.reason)
    return promise
  })
  const timer = new AbortController()
  onTestFinished(vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal).mockRestore)
  const fetched = createQueryClient().fetchQuery({ queryKey: [api.leads.path] })
  timer.abort(new DOMException('too long', 'TimeoutError'))
  await expect(fetched).rejects.toThrow('too long')
})
