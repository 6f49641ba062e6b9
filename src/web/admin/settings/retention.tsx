import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Removal, Retention as RetentionSetting } from '#/contracts/leads/privacy.ts'
import { retentionLimits } from '#/contracts/limits.ts'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { fullTime } from '../../dates.ts'
import { reasonOf } from '../../request.ts'
import { controlProps, Field } from '../../ui/fields.tsx'
import { counted } from '../shell/counts.ts'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'
import { ExactTime } from '../shell/times.tsx'

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
    <OfficePart heading="How long requests are kept">
      <Fetched query={query} failure="Failed to fetch settings">
        {(setting) => (
          <>
            <RetentionForm key={setting.days} setting={setting} />
            <Removals removals={setting.removals} />
          </>
        )}
      </Fetched>
    </OfficePart>
  )
}

function RetentionForm({ setting: { days, lastRun, isRunning } }: { setting: RetentionSetting }) {
  const [isNoNumber, setNoNumber] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const save = useChange<number | null, { data: RetentionSetting }>({
    call: (next) => ({ method: 'POST', path: apiPaths.retention, body: { days: next } }),
    success: 'Retention updated successfully',
    answers: apiPaths.retention,
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
    const { value = '', validity } = input.current ?? {}
    // The browser shows a text such as "30-", but its value is '', which would mean for ever.
    const isUnreadable = validity?.badInput ?? false
    setNoNumber(isUnreadable)
    if (!isUnreadable) save.mutate(value.trim() ? Number(value) : null)
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
          readOnly={save.isPending}
        />
      </Field>
      <button className="btn btn-small" type="submit" disabled={save.isPending}>
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

/** What retention has removed within a week, each with a button that brings it back. */
function Removals({ removals }: { removals: RetentionSetting['removals'] }) {
  const { mutate, isPending } = useChange({
    call: (removalId: number) => ({
      method: 'POST',
      path: apiPaths.removalUndo.replace(':removalId', String(removalId)),
    }),
    success: 'They are being restored. Requests are kept forever until you set a period again.',
    failure: 'Failed to restore them',
    refetches: [apiPaths.retention],
  })
  if (removals.length === 0) return null
  return (
    <ul className="removals" aria-label="Removed requests">
      {removals.map((removal) => (
        <li key={removal.id}>
          <p>{describe(removal)}</p>
          {!removal.isComingBack && (
            <button
              className="tool-button"
              type="button"
              disabled={isPending}
              onClick={() => mutate(removal.id)}
            >
              Restore {counted(removal.leads, 'request')}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function describe({ leads, at, until, isComingBack }: Removal): string {
  const isOne = leads === 1
  if (isComingBack) return `${counted(leads, 'request')} ${isOne ? 'is' : 'are'} being restored.`
  const were = isOne ? 'was' : 'were'
  return `${counted(leads, 'request')} ${were} removed on ${fullTime(Date.parse(at))}. They can be restored until ${fullTime(Date.parse(until))}.`
}

/** Asks above the inbox whether to delete what is past its retention, where that is a lot at once. */
export function RetentionBanner() {
  const { data } = useServerData<RetentionSetting>(apiPaths.retention, {
    refetchInterval: 5 * 60_000,
  })
  const waiting = data?.heldBack ?? 0
  const { mutate } = useChange({
    call: () => ({
      method: 'POST',
      path: apiPaths.retentionRuns,
      body: { expectedLeads: waiting },
    }),
    success: `${counted(waiting, 'request')} are being removed`,
    failure: 'Failed to delete old requests',
    refetches: [apiPaths.retention],
  })
  if (waiting === 0) return null
  return (
    <div className="office-notice">
      <p>
        <strong>Delete {counted(waiting, 'request')}?</strong> They are older than {data?.days}{' '}
        days, but that is more than a tenth of all, or more than one more day’s, so nothing happens
        without your yes. If this is unexpected, check the server’s clock, or set another period
        under <Link href={adminPaths.settings}>Settings</Link>. Deleted requests can be restored
        there for a week.
      </p>
      <RemoveButton
        subject={counted(waiting, 'request')}
        question="Delete these requests?"
        consequence="They can be restored for a week, under Settings."
        verb="Delete"
        onRemove={mutate}
      />
    </div>
  )
}
