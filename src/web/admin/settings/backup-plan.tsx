import { api } from '#/contracts/endpoints/api.ts'
import {
  type BackupPlan,
  backupRhythms,
  keepLimits,
  rhythmInWords,
} from '#/contracts/settings/setting-types.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { SettingForm } from '../shell/field-form.tsx'

const choices = backupRhythms.map((rhythm) => [rhythm, rhythmInWords[rhythm]] as const)

const fieldsOf = ({ every, keep }: BackupPlan): FormField[] => [
  { name: 'every', label: 'Made', kind: 'choice', of: choices, value: every },
  {
    name: 'keep',
    label: 'How many are kept',
    kind: 'number',
    value: keep,
    hint: `From ${keepLimits.join(' to ')}: the newest ones. What you have erased stays in a backup until that is deleted.`,
  },
]

/** How often backups are made and how many are kept, as a form. */
export function BackupPlanForm() {
  return (
    <SettingForm
      setting={api.backupPlan}
      refetches={[api.backups.path]}
      prefix="backup-"
      failure="Failed to fetch the settings"
      success="The backups were changed"
      fields={fieldsOf}
    />
  )
}
