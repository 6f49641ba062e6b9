import { clockTime } from '#/contracts/hours/week.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { backupTime, keepLimits, keptInWords } from '#/contracts/settings/backup-plan.ts'
import type { BackupPlan } from '#/contracts/settings/business.ts'
import { InputField, SelectField } from '../../ui/fields.tsx'
import { OfficePart, PartForm } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

const units = ['days', 'weeks', 'months'] as const

const labels = { days: 'Days', weeks: 'Weeks', months: 'Months' }

const hours = Array.from(
  { length: 24 },
  (_, hour) => [String(hour), clockTime(backupTime(hour))] as const,
)

/** When backups are made and how many are kept. */
export const useBackupPlan = () => useServerData<BackupPlan>(apiPaths.backupPlan)

function useSave() {
  return useChange<Record<string, string>, { data: BackupPlan }>({
    call: (body) => ({ method: 'PUT', path: apiPaths.backupPlan, body }),
    success: 'The backups were changed',
    answers: apiPaths.backupPlan,
    refetches: [apiPaths.backups],
  })
}

/** A form for each of both that the machine does not set. */
export function BackupPlanSettings() {
  return (
    <OfficePart heading="When they are made, and how long they are kept">
      <Fetched query={useBackupPlan()} failure="Failed to fetch the settings">
        {(plan) => (
          <>
            {plan.hourSetBy === 'machine' ? (
              <p className="office-about">
                The time is set by the machine. Whoever runs the machine can change it.
              </p>
            ) : (
              <HourForm plan={plan} />
            )}
            {plan.keepSetBy === 'machine' ? (
              <p className="office-about">
                Kept, set by the machine: the newest of each of the last {keptInWords(plan.keep)}.
                Whoever runs the machine can change it.
              </p>
            ) : (
              <KeepForm plan={plan} />
            )}
          </>
        )}
      </Fetched>
    </OfficePart>
  )
}

function HourForm({ plan: { hour } }: { plan: BackupPlan }) {
  const { mutateAsync } = useSave()
  return (
    <PartForm
      fields={['hour']}
      prefix="backup-"
      button="Save time"
      busy="Saving…"
      onSend={mutateAsync}
    >
      {(problems) => (
        <SelectField
          key={hour}
          frame={{
            name: 'backup-hour',
            label: 'Every day at',
            hint: 'A time at which few people visit your site.',
            problem: problems.hour,
          }}
          none={hour === null ? 'Not made yet: choose a time' : undefined}
          of={hours}
          defaultValue={hour === null ? '' : String(hour)}
        />
      )}
    </PartForm>
  )
}

function KeepForm({ plan: { keep } }: { plan: BackupPlan }) {
  const { mutateAsync } = useSave()
  return (
    <PartForm
      fields={units}
      prefix="backup-"
      button="Save what is kept"
      busy="Saving…"
      onSend={mutateAsync}
    >
      {(problems) => (
        <>
          <p className="office-about">
            The newest backup of each of the last days, weeks and months is kept, and older ones are
            deleted after the next backup. What you have erased stays in a backup until that is
            deleted.
          </p>
          <div className="backup-kept">
            {units.map((unit) => (
              <InputField
                key={unit + keep[unit]}
                frame={{
                  name: `backup-${unit}`,
                  label: labels[unit],
                  hint: `From ${keepLimits[unit].join(' to ')}.`,
                  problem: problems[unit],
                }}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={String(keep[unit])}
              />
            ))}
          </div>
        </>
      )}
    </PartForm>
  )
}
