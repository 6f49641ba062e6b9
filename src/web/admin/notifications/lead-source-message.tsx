import { api } from '#/contracts/endpoints/api.ts'
import { SettingForm } from '../shell/field-form.tsx'

/** The tab with the text of the section 'Lead Source Information' of every notification mail. */
export default function LeadSourceMessage() {
  return (
    <div className="office-part">
      <SettingForm
        setting={api.leadSourceSettings}
        failure="Failed to fetch lead source settings"
        success="Lead source message updated successfully"
        refusal="Failed to update lead source message"
        button="Save message"
        fields={({ message }) => [
          {
            name: 'message',
            label: 'Message',
            kind: 'area',
            rows: 8,
            value: message,
            hint: 'It appears in the section ‘Lead Source Information’ of every notification email. Leave it empty to omit the section.',
          },
        ]}
      />
    </div>
  )
}
