import { useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { ErasureTarget } from '#/contracts/leads/privacy.ts'
import { forgetStored } from '../../browser-storage.ts'
import { Button } from '../../ui/button.tsx'
import { controlId, InputField } from '../../ui/fields.tsx'
import { Opener } from '../../ui/lists.tsx'
import { Answers, AskDialog } from '../shell/ask-dialog.tsx'
import { counted } from '../shell/counts.ts'
import { PanelSection, type SectionProps } from '../shell/panel-frame.tsx'
import { Time } from '../shell/times.tsx'
import { useChange, useData } from '../shell/use-api.ts'

/** The section of the panel that erases the person of a lead. */
export function LeadErasure({ lead }: SectionProps) {
  return (
    <PanelSection heading="Erase this person’s data">
      <p className="by">
        Deletes every request with this email address or phone number, with its notes. This can’t be
        undone. We keep a record that it happened, without the data.
      </p>
      <EraseData target={{ leadId: lead.id }} />
    </PanelSection>
  )
}

/** Erases the leads of an email address or a phone number; below it the erasures so far. */
export function ErasePerson() {
  const [contact, setContact] = useState('')
  const { data: erasures = [] } = useData(api.erasures)
  const value = contact.trim()
  return (
    <>
      <InputField
        frame={{ name: 'erase-contact', label: 'Email address or phone number' }}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={contact}
        onChange={(event) => setContact(event.target.value)}
      />
      {value && (
        <EraseData
          key={value}
          target={value.includes('@') ? { email: value } : { phone: value }}
          onErased={() => {
            setContact('')
            // The button that was pressed goes with what was typed.
            document.getElementById(controlId('erase-contact'))?.focus()
          }}
        />
      )}
      {erasures.length > 0 && (
        <Opener line="Erased so far">
          <ul>
            {erasures.map(({ id, at, by, leads }) => (
              <li key={id}>
                {counted(leads, 'request')} by <bdi>{by}</bdi>, <Time at={at} isMuted />
              </li>
            ))}
          </ul>
        </Opener>
      )}
    </>
  )
}

/** Erases in two steps: asks with what would be deleted, then deletes it. */
function EraseData({ target, onErased }: { target: ErasureTarget; onErased?: () => void }) {
  const failure = 'Failed to erase data'
  const preview = useChange(api.erasurePreview, { failure, refetches: [] })
  // The server refuses another count than the previewed one, and says so: a lead may have arrived since.
  const erase = useChange(api.erase, {
    send: (expectedLeads: number) => ({ body: { ...target, expectedLeads } }),
    success: ({ leads }) => `${counted(leads, 'request')} erased`,
    failure,
    onAnswer() {
      // What was typed and not saved may be about the person, too.
      forgetStored()
      onErased?.()
    },
  })
  const look = () => preview.mutate(target)
  const found = preview.data
  return (
    <div>
      <Button look="danger-text" isBusy={preview.isPending || erase.isPending} onPress={look}>
        Erase data…
      </Button>
      {found && (
        <AskDialog
          heading="Erase this person’s data?"
          subject={target.email ?? target.phone}
          text={
            found.leads === 0
              ? 'There’s nothing to erase.'
              : `This deletes ${counted(found.leads, 'request')}, ${counted(found.notes, 'note')} and ${counted(found.deliveries, 'notification')}. It can’t be undone.`
          }
          onClose={preview.reset}
        >
          {(close) => (
            <Answers
              close={close}
              keep={found.leads > 0 ? 'Keep' : 'Close'}
              confirm={found.leads > 0 ? 'Erase permanently' : undefined}
              onConfirm={() => erase.mutate(found.leads)}
            />
          )}
        </AskDialog>
      )}
    </div>
  )
}
