import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { reasonOf, request } from '../../../request.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { useSite } from '../../../words.ts'
import { refetch } from '../../shell/server-data.ts'

/** What can be done to several leads at once. */
export type ManyAction = 'contacted' | 'new' | 'spam'

type Job = { action: ManyAction; chosen: readonly LeadEntry[]; isUndo: boolean }

/** A lead to which it was not done, and why. */
export type Refused = { id: number; name: string; why: string }

const doneTexts: Record<ManyAction, string> = {
  contacted: 'marked contacted',
  new: 'marked new',
  spam: 'marked as spam',
}

/** Spam is taken from its contractors, which no press gives back: that is done one by one. */
const isWithContractors = ({ stage }: LeadEntry) => stage === 'asked' || stage === 'matched'

const isSo = ({ action, isUndo }: Job, { isContacted }: LeadEntry) =>
  action !== 'spam' && !isUndo && isContacted === (action === 'contacted')

/** The request that does it to one lead. */
function callOf({ action, isUndo }: Job, { id }: LeadEntry) {
  if (action === 'spam') return { method: 'POST', path: leadPath(apiPaths.leadQuarantine, id) }
  const body = { isContacted: (action === 'contacted') !== isUndo, isUndo }
  return { method: 'PATCH', path: leadPath(apiPaths.leadContactStatus, id), body }
}

function toldOf({ action, isUndo }: Job, done: number, same: number, refused: number): string {
  return [
    done > 0 && `${done} ${isUndo ? 'put back as before' : doneTexts[action]}.`,
    same > 0 && `${same} needed no change.`,
    refused > 0 && `${refused} ${isUndo ? 'could not be put back' : 'not done'}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Does the same to several leads, one after the other. The toast of a mark can undo it. `onDone` is told
 * which were refused.
 */
export function useManyChange(onDone: (refused: readonly Refused[]) => void) {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const { mutate, isPending } = useMutation({
    async mutationFn(job: Job) {
      const done: LeadEntry[] = []
      const notDone: Refused[] = []
      const refuse = ({ id, name }: LeadEntry, why: string) => notDone.push({ id, name, why })
      const changed = job.chosen.filter((lead) => !isSo(job, lead))
      for (const lead of changed) {
        if (job.action === 'spam' && isWithContractors(lead)) {
          refuse(lead, 'A contractor has it or is being asked. Open it to move it.')
          continue
        }
        const { method, path, body } = callOf(job, lead)
        try {
          await request(method, path, { apiBaseUrl, body })
          done.push(lead)
        } catch (error) {
          refuse(lead, reasonOf(error) ?? 'We got no answer. Please try again.')
        }
      }
      return { done, notDone, same: job.chosen.length - changed.length }
    },
    onSuccess({ done, notDone, same }, job) {
      setRefused(notDone)
      if (!job.isUndo) onDone(notDone)
      // What was refused stands in the bar.
      if (done.length + same === 0 && !job.isUndo) return
      const canUndo = job.action !== 'spam' && !job.isUndo && done.length > 0
      const action = canUndo
        ? { label: 'Undo', run: () => mutate({ ...job, chosen: done, isUndo: true }) }
        : undefined
      const text = toldOf(job, done.length, same, notDone.length)
      showToast({ title: 'Success', text, tone: 'default', action })
    },
    onSettled: () => refetch(client, [apiPaths.leads, apiPaths.deliveries]),
  })
  return {
    isPending,
    refused,
    forget: () => setRefused([]),
    run(action: ManyAction, chosen: readonly LeadEntry[]) {
      if (!isPending && chosen.length > 0) mutate({ action, chosen, isUndo: false })
    },
  }
}
