import { useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { RetentionPreview } from '#/contracts/leads/privacy.ts'
import { retentionLimits } from '#/contracts/limits.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { Opener } from '../../ui/lists.tsx'
import { Answers, AskDialog } from '../shell/ask-dialog.tsx'
import { counted, countText } from '../shell/counts.ts'
import { FieldForm } from '../shell/field-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { Time } from '../shell/times.tsx'
import { useChange, useData } from '../shell/use-api.ts'

type Period = { days: number; found: RetentionPreview }

/** How long leads are stored. A period is set in two steps: what it deletes is shown first. */
export function Retention() {
  const query = useData(api.retention.read)
  const [period, setPeriod] = useState<Period>()
  const save = useChange(api.retention.change, {
    send: (next: number | null) => ({ body: { days: next } }),
    success: 'Retention updated successfully',
    failure: 'Failed to update retention',
  })
  const { mutateAsync: preview } = useChange(api.retentionPreview, {
    refetches: [],
    send: (typed: string) => ({ params: { days: typed } }),
    onAnswer: (found, typed) => setPeriod({ days: Number(typed), found }),
  })
  const { min, max } = retentionLimits
  const fieldWith = (value: number | null): FormField => ({
    name: 'days',
    label: 'Delete requests after (days)',
    kind: 'number',
    hint: `Leave empty to keep them forever. From ${min} to ${max} days.`,
    value,
  })
  return (
    <Fetched query={query} failure="Failed to fetch settings">
      {({ days, lastRun }) => (
        <>
          <FieldForm
            fields={[fieldWith(days)]}
            prefix="retention-"
            // A period is not stored before it is confirmed.
            leavesTyped
            save={({ days: typed = '' }) =>
              typed.trim() ? preview(typed.trim()) : save.mutateAsync(null)
            }
          />
          {period && (
            <Confirmation
              period={period}
              onConfirm={() => save.mutate(period.days)}
              onClose={() => setPeriod(undefined)}
            />
          )}
          <p className="by">
            {lastRun ? (
              <>
                Last run <Time at={lastRun.at} isMuted />: {countText(lastRun.deletedLeads)} deleted
              </>
            ) : (
              days !== null && 'It runs for the first time tonight.'
            )}
          </p>
        </>
      )}
    </Fetched>
  )
}

type ConfirmationProps = { period: Period; onConfirm: () => void; onClose: () => void }

function Confirmation({ period: { days, found }, onConfirm, onClose }: ConfirmationProps) {
  const { leads, eachNight, oldest } = found
  return (
    <AskDialog
      heading={`Keep requests for ${days} days?`}
      text={
        leads === 0
          ? `No request is older than ${days} days yet. Each is deleted the night after it gets that old.`
          : `${counted(leads, 'request')} older than ${days} days will be deleted, at most ${countText(eachNight)} each night, starting tonight with the oldest. This can’t be undone.`
      }
      onClose={onClose}
    >
      {(close) => (
        <>
          {leads > 0 && (
            <Opener line={leads > oldest.length ? `Show the oldest ${oldest.length}` : 'Show them'}>
              <ul className="ruled-list">
                {oldest.map(({ id, name, createdAt }) => (
                  <li key={id}>
                    <bdi>{name}</bdi>, <Time at={createdAt} isMuted />
                  </li>
                ))}
              </ul>
            </Opener>
          )}
          <Answers
            close={close}
            keep="Cancel"
            confirm={leads > 0 ? 'Delete them' : 'Save'}
            look={leads > 0 ? 'danger' : 'main'}
            onConfirm={onConfirm}
          />
        </>
      )}
    </AskDialog>
  )
}
