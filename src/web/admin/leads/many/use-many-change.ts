import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { ManyAction } from '#/contracts/limits.ts'
import type { ManyLeads, ManyResult } from '#/contracts/referrals/many-leads.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { request } from '../../../request.ts'
import { useSite } from '../../../words.ts'
import { useChange } from '../../shell/server-data.ts'

/** `names` stays here: what is refused is told by name, and the list may have lost it. */
type Job = ManyLeads & { names: ReadonlyMap<number, string> }

/** A lead to which it was not done, and why. */
export type Refused = { id: number; name: string; why: string }

const doneTexts: Record<ManyAction, string> = {
  contacted: 'marked contacted',
  new: 'marked new',
  note: 'given the note',
  offer: 'offered. The emails leave in ten seconds',
  quarantine: 'marked as spam',
  release: 'marked as not spam. Notifications leave in ten seconds',
}

function successText({ action, isUndo }: Job, results: readonly ManyResult[]): string {
  const count = (word: ManyResult['result']) =>
    results.filter(({ result }) => result === word).length
  const [done, same, refused] = [count('done'), count('as it was'), count('refused')]
  // What was refused stands in the bar.
  if (done + same === 0 && !isUndo) return ''
  const whys = isUndo ? results.flatMap(({ why }) => why ?? []) : []
  return [
    done > 0 && `${done} ${isUndo ? 'put back as before' : doneTexts[action]}`,
    same > 0 && `${same} needed no change`,
    refused > 0 && `${refused} ${isUndo ? 'could not be put back' : 'not done'}`,
    ...new Set(whys.map((why) => why.replace(/\.$/, ''))),
  ]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ')
}

const refusedOf = (results: readonly ManyResult[], names: ReadonlyMap<number, string>): Refused[] =>
  results.flatMap(({ id, result, why }) =>
    result === 'refused' ? { id, name: names.get(id) ?? '', why: why ?? '' } : [],
  )

/** Which of several leads would not be offered, and why; undefined until that is known. */
export function useNotOffered(chosen: readonly LeadEntry[]): Refused[] | undefined {
  const { apiBaseUrl } = useSite()
  const ids = chosen.map(({ id }) => id)
  const names = new Map(chosen.map(({ id, name }) => [id, name]))
  const body = { action: 'offer', isPreview: true, leads: ids.map((id) => ({ id })) }
  const { data, isError } = useQuery({
    queryKey: ['not offered', ...ids],
    queryFn: () =>
      request<{ data: ManyResult[] }>('POST', apiPaths.manyLeads, { apiBaseUrl, body }),
    staleTime: 0,
    gcTime: 0,
    select: (answer) => refusedOf(answer.data, names),
  })
  // What cannot be known before is told after.
  return isError ? [] : data
}

/**
 * Does the same to several leads. What is done is done at once, and its toast can undo it. `onDone` is
 * told which were refused.
 */
export function useManyChange(onDone: (refused: readonly Refused[]) => void) {
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const { mutate, isPending } = useChange<Job, { data: ManyResult[] }>({
    call: ({ names: _, ...body }) => ({ method: 'POST', path: apiPaths.manyLeads, body }),
    success: ({ data }, job) => successText(job, data),
    undo(job, { data }) {
      const done = data.filter(({ result }) => result === 'done')
      if (job.isUndo || done.length === 0) return undefined
      const leads = done.map(({ id, made, before }) => ({ id, made, before }))
      return { ...job, leads, isUndo: true }
    },
    failure: 'We got no answer. The list shows what was done',
    refetches: [apiPaths.leads, apiPaths.deliveries],
    onAnswer({ data }, job) {
      const told = refusedOf(data, job.names)
      setRefused(told)
      if (!job.isUndo) onDone(told)
    },
  })
  return {
    isPending,
    refused,
    forget: () => setRefused([]),
    run(action: ManyAction, chosen: readonly LeadEntry[], text?: string) {
      if (isPending || chosen.length === 0) return
      mutate({
        action,
        text,
        isUndo: false,
        isPreview: false,
        leads: chosen.map(({ id }) => ({ id, made: [] })),
        names: new Map(chosen.map(({ id, name }) => [id, name])),
      })
    },
  }
}
