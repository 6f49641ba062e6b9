import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { mostAtOnce } from '#/contracts/limits.ts'
import { reasonOf } from '../../../request.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import { call } from '../../shell/call.ts'
import { ExportButton } from '../../shell/filters.tsx'
import { refetch } from '../../shell/use-api.ts'
import { chosenExport } from './leads-csv.ts'
import { useInboxView } from './use-inbox-view.ts'

/** What can be done to several leads: the words of its button, and of its toast. */
const actions = {
  contacted: { label: 'Mark contacted', done: 'marked contacted' },
  new: { label: 'Mark new', done: 'marked new' },
  spam: { label: 'Mark as spam', done: 'marked as spam' },
}

type ManyAction = keyof typeof actions

type Job = { action: ManyAction; chosen: readonly LeadEntry[]; isUndo: boolean }

/** Those with which there is something to do: what was marked so before is not to be undone with them. */
const leftFor = (action: ManyAction, chosen: readonly LeadEntry[]) =>
  chosen.filter((lead) => action === 'spam' || lead.isContacted !== (action === 'contacted'))

/** Does it to one lead; returns why it could not be done. */
async function whyNot({ action, isUndo }: Job, lead: LeadEntry): Promise<string | undefined> {
  const params = { leadId: lead.id }
  const body = { isContacted: (action === 'contacted') !== isUndo, isUndo }
  // Spam is taken from its contractors, which no press gives back: that is done one by one.
  if (action === 'spam' && (lead.stage === 'asked' || lead.stage === 'matched'))
    return 'A contractor has it or is being asked. Open it to mark it as spam.'
  try {
    if (action === 'spam') await call(api.leadQuarantine, { params })
    else await call(api.leadContactStatus, { params, body })
    return undefined
  } catch (error) {
    return reasonOf(error) ?? 'The server didn’t answer. Please try again.'
  }
}

const none: ReadonlySet<number> = new Set()

/**
 * Returns which of the rows are selected, and what is done to all of them, one after the other. A lead
 * that has left the list is not selected: no one works on what they do not see. What was refused stays
 * selected. The toast of a mark can undo it. `leave` moves the focus away from what goes with the bar.
 */
export function useMany(rows: readonly LeadEntry[], leave: () => void) {
  const client = useQueryClient()
  const [ids, setIds] = useState(none)
  const chosen = rows.filter(({ id }) => ids.has(id))

  const { mutate, isPending, data, reset } = useMutation({
    async mutationFn(job: Job) {
      const done: LeadEntry[] = []
      const refused: { id: number; name: string; why: string }[] = []
      for (const lead of job.chosen) {
        const why = await whyNot(job, lead)
        if (why === undefined) done.push(lead)
        else refused.push({ id: lead.id, name: lead.name, why })
      }
      return { done, refused }
    },
    onSuccess({ done, refused }, { action, isUndo }) {
      setIds(new Set(refused.map(({ id }) => id)))
      if (done.length === 0) return
      const canUndo = action !== 'spam' && !isUndo
      showToast({
        title: 'Success',
        text: `${done.length} ${isUndo ? 'changed back' : actions[action].done}.`,
        tone: 'default',
        action: canUndo
          ? { label: 'Undo', run: () => mutate({ action, chosen: done, isUndo: true }) }
          : undefined,
      })
    },
    onSettled: () => refetch(client, [api.leads.path]),
  })
  const refused = data?.refused ?? []

  const toggle = useCallback((leadId: number) => {
    setIds((before) => {
      const after = new Set(before)
      if (!after.delete(leadId) && after.size < mostAtOnce) after.add(leadId)
      return after
    })
  }, [])

  return {
    chosen,
    /** To what it was not done, and why. */
    refused,
    isPending,
    isOpen: chosen.length > 0 || refused.length > 0,
    toggle,
    selectAll: () => setIds(new Set(rows.slice(0, mostAtOnce).map(({ id }) => id))),
    clear() {
      leave()
      setIds(none)
      reset()
    },
    run(action: ManyAction) {
      leave()
      mutate({ action, chosen: leftFor(action, chosen), isUndo: false })
    },
  }
}

type ManyBarProps = {
  many: ReturnType<typeof useMany>
  /** How many rows there are to select. */
  shownCount: number
}

/** At the foot of the list while leads are selected: what can be done with all of them. */
export function ManyBar({ many, shownCount }: ManyBarProps) {
  const isOfSpam = useInboxView().filters.quarantined !== undefined
  const { chosen, isPending, refused } = many
  const count = chosen.length
  if (!many.isOpen) return null
  return (
    <section className="many-bar" aria-label="Selected requests">
      {refused.length > 0 && (
        <div className="small many-refused" role="alert">
          <p className="strong">{`Couldn’t change ${refused.length}:`}</p>
          <ul>
            {refused.map(({ id, name, why }) => (
              <li key={id}>
                <bdi className="strong">{name}</bdi> {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="row">
        <p className="strong small many-count" role="status">
          {isPending ? 'Working…' : `${count} selected`}
          {count === mostAtOnce && ', the maximum'}
        </p>
        {count < Math.min(shownCount, mostAtOnce) && (
          <Button isOff={isPending} onPress={many.selectAll}>
            {shownCount > mostAtOnce ? `Select the first ${mostAtOnce}` : 'Select all shown'}
          </Button>
        )}
        <Button isOff={isPending} onPress={many.clear}>
          {count > 0 ? 'Select none' : 'Close'}
        </Button>
        <div className="row many-actions">
          {!isOfSpam &&
            (Object.keys(actions) as ManyAction[]).map((action) => (
              <Button
                key={action}
                isOff={isPending || leftFor(action, chosen).length === 0}
                onPress={() => many.run(action)}
              >
                {actions[action].label}
              </Button>
            ))}
          {count > 0 && (
            <ExportButton
              label="Export selected"
              what={chosenExport(chosen.map(({ id }) => id))}
              fileName="leads.csv"
              failure="Failed to fetch leads"
            />
          )}
        </div>
      </div>
    </section>
  )
}
