import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { mostAtOnce } from '#/contracts/limits.ts'
import { reasonOf } from '../../../request.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { call } from '../../shell/call.ts'
import { refetch } from '../../shell/use-api.ts'

type ManyAction = 'contacted' | 'new' | 'spam'

type Job = { action: ManyAction; chosen: readonly LeadEntry[]; isUndo: boolean }

/** A lead to which it was not done, and why. */
type Refused = { id: number; name: string; why: string }

const doneTexts: Record<ManyAction, string> = {
  contacted: 'marked contacted',
  new: 'marked new',
  spam: 'marked as spam',
}

/** Spam is taken from its contractors, which no press gives back: that is done one by one. */
const isWithContractors = ({ stage }: LeadEntry) => stage === 'asked' || stage === 'matched'

/** Does it to one lead. */
function callFor({ action, isUndo }: Job, { id: leadId }: LeadEntry) {
  const params = { leadId }
  if (action === 'spam') return call(api.leadQuarantine, { params })
  const body = { isContacted: (action === 'contacted') !== isUndo, isUndo }
  return call(api.leadContactStatus, { params, body })
}

const none: ReadonlySet<number> = new Set()

/**
 * Returns which of the rows are selected, and what is done to all of them, one after the other. A lead
 * that has left the list is not selected: no one works on what they do not see. What was refused stays
 * selected. The toast of a mark can undo it.
 */
export function useMany(rows: readonly LeadEntry[]) {
  const client = useQueryClient()
  const [ids, setIds] = useState(none)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const chosen = rows.filter(({ id }) => ids.has(id))

  const { mutate, isPending } = useMutation({
    async mutationFn(job: Job) {
      const done: LeadEntry[] = []
      const notDone: Refused[] = []
      for (const lead of job.chosen) {
        const { id, name } = lead
        if (job.action === 'spam' && isWithContractors(lead)) {
          const why = 'A contractor has it or is being asked. Open it to mark it as spam.'
          notDone.push({ id, name, why })
          continue
        }
        try {
          await callFor(job, lead)
          done.push(lead)
        } catch (error) {
          const why = reasonOf(error) ?? 'The server didn’t answer. Please try again.'
          notDone.push({ id, name, why })
        }
      }
      return { done, notDone }
    },
    onSuccess({ done, notDone }, { action, isUndo }) {
      setRefused(notDone)
      setIds(new Set(notDone.map(({ id }) => id)))
      if (done.length === 0) return
      const canUndo = action !== 'spam' && !isUndo
      showToast({
        title: 'Success',
        text: `${done.length} ${isUndo ? 'changed back' : doneTexts[action]}.`,
        tone: 'default',
        action: canUndo
          ? { label: 'Undo', run: () => mutate({ action, chosen: done, isUndo: true }) }
          : undefined,
      })
    },
    onSettled: () => refetch(client, [api.leads.path]),
  })

  const toggle = useCallback((leadId: number) => {
    setIds((before) => {
      const after = new Set(before)
      if (!after.delete(leadId) && after.size < mostAtOnce) after.add(leadId)
      return after
    })
  }, [])

  return {
    chosen,
    refused,
    isPending,
    isOpen: chosen.length > 0 || refused.length > 0,
    toggle,
    selectAll: () => setIds(new Set(rows.slice(0, mostAtOnce).map(({ id }) => id))),
    clear() {
      setIds(none)
      setRefused([])
    },
    run: (action: ManyAction) => mutate({ action, chosen, isUndo: false }),
  }
}
