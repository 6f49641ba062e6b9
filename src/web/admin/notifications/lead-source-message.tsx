import { api } from '#/contracts/endpoints/api.ts'
import { FieldForm } from '../shell/field-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useData } from '../shell/use-api.ts'

/** The tab with the text of the section 'Lead Source Information' of every notification mail. */
export default function LeadSourceMessage() {
  const query = useData(api.leadSourceSettings.read)
  const { mutateAsync } = useChange(api.leadSourceSettings.change, {
    success: 'Lead source message updated successfully',
    failure: 'Failed to update lead source message',
    hidesReason: true,
    answers: api.leadSourceSettings.read.path,
  })
  return (
    <Fetched query={query} failure="Failed to fetch lead source settings">
      {({ message }) => (
        <div className="office-part message-form">
          <FieldForm
            fields={[
              {
                name: 'message',
                label: 'Message',
                kind: 'area',
                rows: 8,
                wide: true,
                value: message,
                hint: 'It appears in the section ‘Lead Source Information’ of every notification email. Leave it empty to omit the section.',
              },
            ]}
            button="Save message"
            save={({ message: typed = '' }) => mutateAsync({ message: typed })}
          />
        </div>
      )}
    </Fetched>
  )
}
