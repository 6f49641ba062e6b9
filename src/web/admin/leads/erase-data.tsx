import { useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { ErasureTarget } from '#/contracts/leads/privacy.ts'
import { forgetStored } from '../../browser-storage.ts'
import { reasonOf } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/fields.tsx'
import { Opener } from '../../ui/lists.tsx'
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
          onErased={() => setContact('')}
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

type EraseDataProps = { target: ErasureTarget; onErased?: () => void }

/** Erases in two steps: shows what would be deleted, then asks for a word to be typed. */
function EraseData({ target, onErased }: EraseDataProps) {
  const [typed, setTyped] = useState('')
  const preview = useChange(api.erasurePreview, {})
  const erase = useChange(api.erase, {
    send: (expectedLeads: number) => ({ body: { ...target, expectedLeads } }),
    success: ({ leads }) => `${counted(leads, 'request')} erased`,
    refetches: [api.erasures.path],
    onAnswer() {
      // What was typed and not saved may be about the person, too.
      forgetStored()
      preview.reset()
      onErased?.()
    },
  })
  const found = preview.data
  const error = erase.error ?? preview.error
  const isConfirmed = typed.trim().toLowerCase() === 'erase'
  function look() {
    setTyped('')
    preview.mutate(target)
  }
  function erasePerson(leads: number) {
    // The server refuses another count than the previewed one: a lead may have arrived since.
    if (isConfirmed) erase.mutate(leads, { onError: look })
  }
  function cancel() {
    preview.reset()
    erase.reset()
  }
  return (
    <div className="part-form">
      {error && (
        <p className="problem" role="alert">
          {reasonOf(error) ?? 'Failed to erase data'}
        </p>
      )}
      {!found && (
        <Button look="danger-text" isOff={preview.isPending} onPress={look}>
          Erase data…
        </Button>
      )}
      {found && (
        <form
          className="part-form"
          onSubmit={(event) => {
            event.preventDefault()
            erasePerson(found.leads)
          }}
        >
          <p role="status">
            {found.leads === 0
              ? 'There’s nothing to erase.'
              : `This deletes ${counted(found.leads, 'request')}, ${counted(found.notes, 'note')} and ${counted(found.deliveries, 'notification')}.`}
          </p>
          {found.leads > 0 && (
            <InputField
              frame={{
                name: `erase-${target.leadId ?? 'person'}`,
                label: 'Type “erase” to confirm',
              }}
              autoComplete="off"
              autoCapitalize="none"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          <div className="actions">
            {found.leads > 0 && (
              <button
                className="btn btn-small btn-danger"
                type="submit"
                disabled={!isConfirmed || erase.isPending}
              >
                Erase permanently
              </button>
            )}
            <Button look="line" onPress={cancel}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
