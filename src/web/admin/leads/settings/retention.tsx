import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Retention as RetentionSetting } from '#/contracts/leads/privacy.ts'
import { retentionLimits } from '#/contracts/limits.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { reasonOf } from '../../../request.ts'
import { controlProps, Field } from '../../../ui/fields.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import { useSite } from '../../../words.ts'
import { requestWithProof } from '../../shell/ask-for-proof.ts'
import { QueryFailure } from '../../shell/query-states.tsx'
import { useServerData } from '../../shell/server-data.ts'
import { ExactTime } from '../times.tsx'
import { Removals } from './removals.tsx'

/** Leads are removed or brought back just now. */
const isUnderWay = (setting?: RetentionSetting) =>
  setting?.isRunning || setting?.removals.some(({ isComingBack }) => isComingBack)

/** How long leads are stored, and the outcome of the last run that removed older ones, which can be undone. */
export function Retention() {
  const query = useServerData<RetentionSetting>(apiPaths.retention, {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data) ? 1_500 : false),
  })
  return (
    <section className="settings-section">
      <h3>How long requests are kept</h3>
      <QueryFailure query={query} text="Failed to fetch settings" />
      {query.data && <RetentionForm key={query.data.days} setting={query.data} />}
      {query.data && <Removals removals={query.data.removals} />}
    </section>
  )
}

function RetentionForm({ setting: { days, lastRun, isRunning } }: { setting: RetentionSetting }) {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()
  const [typed, setTyped] = useState(days === null ? '' : String(days))
  const [isNoNumber, setNoNumber] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const save = useMutation({
    mutationFn: (next: number | null) =>
      requestWithProof<{ data: RetentionSetting }>('POST', apiPaths.retention, {
        apiBaseUrl,
        body: { days: next },
      }),
    onSuccess: (answer) => {
      client.setQueryData([apiPaths.retention], answer)
      showToast({ title: 'Success', text: 'Retention updated successfully', tone: 'default' })
    },
  })
  const { min, max } = retentionLimits
  const refusal = save.isError ? (reasonOf(save.error) ?? 'Failed to update retention') : undefined
  const frame = {
    name: 'retention',
    label: 'Delete requests after (days)',
    hint: `Leave empty to keep them forever. From ${min} to ${max} days. Deleted requests can be restored for a week.`,
    problem: isNoNumber ? 'Please enter a number of days, or leave it empty.' : refusal,
  }

  function send(event: FormEvent) {
    event.preventDefault()
    // The browser shows a text such as "30-", but its value is '', which would mean for ever.
    const isUnreadable = input.current?.validity.badInput ?? false
    setNoNumber(isUnreadable)
    if (!isUnreadable) save.mutate(typed.trim() ? Number(typed) : null)
  }

  return (
    <form className="retention-form" onSubmit={send} noValidate>
      <Field frame={frame}>
        <input
          {...controlProps(frame)}
          ref={input}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={typed}
          // The form begins anew with what was stored, so what is typed meanwhile would be lost.
          readOnly={save.isPending}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <button className="tool-button" type="submit" disabled={save.isPending}>
        Save
      </button>
      <p className="by" role="status">
        {lastRun ? (
          <>
            {isRunning ? 'Running' : 'Last run'} <ExactTime at={lastRun.at} isMuted />:{' '}
            {lastRun.error ?? `${lastRun.deletedLeads.toLocaleString('en-US')} removed`}
            {isRunning && !lastRun.error && ' so far'}
          </>
        ) : (
          days !== null && 'It has not run yet.'
        )}
      </p>
    </form>
  )
}
