import { apiPaths } from '#/contracts/routes.ts'
import {
  type BackupPlan,
  backupRhythms,
  keepLimits,
  rhythmInWords,
} from '#/contracts/settings/backup-plan.ts'
import { InputField, SelectField } from '../../ui/fields.tsx'
import { PartForm } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

const choices = backupRhythms.map((rhythm) => [rhythm, rhythmInWords[rhythm]] as const)

/** How often backups are made and how many are kept, as a form. */
export function BackupPlanForm() {
  const query = useServerData<BackupPlan>(apiPaths.backupPlan)
  const { mutateAsync } = useChange<Record<string, string>, { data: BackupPlan }>({
    call: (body) => ({ method: 'PUT', path: apiPaths.backupPlan, body }),
    success: 'The backups were changed',
    answers: apiPaths.backupPlan,
    refetches: [apiPaths.backups],
  })
  return (
    <Fetched query={query} failure="Failed to fetch the settings">
      {({ every, keep }) => (
        <PartForm
          fields={['every', 'keep']}
          prefix="backup-"
          button="Save"
          busy="Saving…"
          onSend={mutateAsync}
        >
          {(problems) => (
            <>
              <SelectField
                key={every}
                frame={{ name: 'backup-every', label: 'Made', problem: problems.every }}
                of={choices}
                defaultValue={every}
              />
              <InputField
                key={keep}
                frame={{
                  name: 'backup-keep',
                  label: 'How many are kept',
                  hint: `From ${keepLimits.join(' to ')}: the newest ones. What you have erased stays in a backup until that is deleted.`,
                  problem: problems.keep,
                }}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={String(keep)}
              />
            </>
          )}
        </PartForm>
      )}
    </Fetched>
  )
}
