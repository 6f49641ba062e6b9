import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { retentionLimits } from '#/contracts/limits.ts'
import type { Retention as RetentionSetting } from '#/contracts/privacy.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { reasonOf, request } from '../../../request.ts'
import { controlProps, Field } from '../../../ui/fields.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import { useSite } from '../../../words.ts'
import { Failure } from '../../shell/failure.tsx'
import { ExactTime } from '../exact-time.tsx'

const queryKey = [apiPaths.retention]

/** How long leads are kept, and what came of the last run that deletes older ones. */
export function Retention() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    select: (answer: { data: RetentionSetting }) => answer.data,
    refetchOnMount: 'always',
  })
  return (
    <section className="settings-section">
      <h3>How long requests are kept</h3>
      {isError && (
        <Failure
          text="Failed to fetch settings"
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && <RetentionForm key={data.days} setting={data} />}
    </section>
  )
}

function RetentionForm({ setting: { days, lastRun } }: { setting: RetentionSetting }) {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()
  const [typed, setTyped] = useState(days === null ? '' : String(days))
  const save = useMutation({
    mutationFn: (next: number | null) =>
      request<{ data: RetentionSetting }>('POST', apiPaths.retention, {
        apiBaseUrl,
        body: { days: next },
      }),
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer)
      showToast({ title: 'Success', text: 'Retention updated successfully', tone: 'default' })
    },
  })
  const { min, max } = retentionLimits
  const frame = {
    name: 'retention',
    label: 'Delete requests after (days)',
    hint: `Empty: they are kept for ever. From ${min} to ${max} days.`,
    problem: save.isError ? (reasonOf(save.error) ?? 'Failed to update retention') : undefined,
  }

  function send(event: FormEvent) {
    event.preventDefault()
    save.mutate(typed.trim() ? Number(typed) : null)
  }

  return (
    <form className="retention-form" onSubmit={send} noValidate>
      <Field frame={frame}>
        <input
          {...controlProps(frame)}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <button className="tool-button" type="submit" disabled={save.isPending}>
        Save
      </button>
      <p className="by">
        {lastRun ? (
          <>
            Last run <ExactTime at={lastRun.at} />:{' '}
            {lastRun.error ?? `${lastRun.deletedLeads.toLocaleString('en-US')} deleted`}
          </>
        ) : (
          'It has not run yet.'
        )}
      </p>
    </form>
  )
}
