import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { RetentionPreview, Retention as RetentionSetting } from '#/contracts/leads/privacy.ts'
import { retentionLimits } from '#/contracts/limits.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { reasonOf, request } from '../../request.ts'
import { controlProps, Field } from '../../ui/fields.tsx'
import { useSite } from '../../words.ts'
import { counted, countText } from '../shell/counts.ts'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'
import { ExactTime } from '../shell/times.tsx'

/** How long leads are stored. A period is set in two steps: what it deletes is shown first. */
export function Retention() {
  const query = useServerData<RetentionSetting>(apiPaths.retention)
  return (
    <OfficePart heading="How long requests are kept">
      <Fetched query={query} failure="Failed to fetch settings">
        {(setting) => <RetentionForm key={setting.days} setting={setting} />}
      </Fetched>
    </OfficePart>
  )
}

type Period = { days: number; found: RetentionPreview }

function RetentionForm({ setting: { days, lastRun } }: { setting: RetentionSetting }) {
  const { apiBaseUrl } = useSite()
  const [isNoNumber, setNoNumber] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const preview = useMutation({
    mutationFn: async (wanted: number): Promise<Period> => {
      const path = `${apiPaths.retentionPreview}?days=${wanted}`
      const { data } = await request<{ data: RetentionPreview }>('GET', path, { apiBaseUrl })
      return { days: wanted, found: data }
    },
  })
  const save = useChange<number | null, { data: RetentionSetting }>({
    call: (next) => ({ method: 'PUT', path: apiPaths.retention, body: { days: next } }),
    success: 'Retention updated successfully',
    answers: apiPaths.retention,
    onAnswer: () => preview.reset(),
  })
  const { min, max } = retentionLimits
  const error = save.error ?? preview.error
  const refusal = error ? (reasonOf(error) ?? 'Failed to update retention') : undefined
  const frame = {
    name: 'retention',
    label: 'Delete requests after (days)',
    hint: `Leave empty to keep them forever. From ${min} to ${max} days.`,
    problem: isNoNumber ? 'Please enter a number of days, or leave it empty.' : refusal,
  }
  const isBusy = preview.isPending || save.isPending

  function send(event: FormEvent) {
    event.preventDefault()
    const { value = '', validity } = input.current ?? {}
    // The browser shows a text such as "30-", but its value is '', which would mean for ever.
    const isUnreadable = validity?.badInput ?? false
    setNoNumber(isUnreadable)
    if (isUnreadable) return
    save.reset()
    if (value.trim()) preview.mutate(Number(value))
    else save.mutate(null)
  }

  return (
    <form className="part-form" onSubmit={send} noValidate>
      <Field frame={frame}>
        <input
          {...controlProps(frame)}
          ref={input}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          defaultValue={days ?? ''}
          // The form begins anew with what was stored, so what is typed meanwhile would be lost.
          readOnly={isBusy || preview.data !== undefined}
        />
      </Field>
      {preview.data ? (
        <Confirmation
          period={preview.data}
          isSaving={save.isPending}
          onConfirm={() => save.mutate(preview.data.days)}
          onCancel={() => preview.reset()}
        />
      ) : (
        <button className="btn btn-small" type="submit" disabled={isBusy}>
          Save
        </button>
      )}
      <p className="by">
        {lastRun ? (
          <>
            Last run <ExactTime at={lastRun.at} isMuted />: {countText(lastRun.deletedLeads)}{' '}
            deleted
          </>
        ) : (
          days !== null && 'It runs for the first time tonight.'
        )}
      </p>
    </form>
  )
}

type ConfirmationProps = {
  period: Period
  isSaving: boolean
  onConfirm: () => void
  onCancel: () => void
}

function Confirmation({ period: { days, found }, isSaving, ...props }: ConfirmationProps) {
  const { leads, eachNight, oldest } = found
  return (
    <>
      <p role="status">
        {leads === 0
          ? `No request is older than ${days} days yet. Later ones are deleted the night after they are.`
          : `${counted(leads, 'request')} older than ${days} days will be deleted, at most ${countText(eachNight)} each night, beginning tonight with the oldest. This cannot be undone.`}
      </p>
      {leads > 0 && (
        <details className="opener">
          <summary>
            {leads > oldest.length ? `The oldest ${oldest.length}` : 'Which they are'}
          </summary>
          <ul className="ruled-list">
            {oldest.map(({ id, name, createdAt }) => (
              <li key={id}>
                <bdi>{name}</bdi>, <ExactTime at={createdAt} isMuted />
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="ask-actions">
        <button className="btn btn-line btn-small" type="button" onClick={props.onCancel}>
          Cancel
        </button>
        <button
          className={leads > 0 ? 'btn btn-small btn-danger' : 'btn btn-small'}
          type="button"
          disabled={isSaving}
          onClick={props.onConfirm}
        >
          {leads > 0 ? 'Delete them' : 'Set this period'}
        </button>
      </div>
    </>
  )
}
