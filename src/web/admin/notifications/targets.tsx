import type { ComponentType, ReactNode } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { Endpoint } from '#/contracts/endpoints/endpoint.ts'
import { Button } from '../../ui/button.tsx'
import type { FormField } from '../../ui/form-fields.tsx'
import { FieldForm } from '../shell/field-form.tsx'
import { OfficeRow } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { type Removal, RemoveButton } from '../shell/remove-button.tsx'
import { useChange, useData } from '../shell/use-api.ts'

/** Who or what is told of new leads: a recipient of mails, or a webhook. */
type Target = {
  id: number
  isActive: boolean
  email?: string
  url?: string
}

/** A list of targets: its endpoints, and its words. */
type TargetKind = {
  rows: {
    list: Endpoint<string, undefined, Target[]>
    add: Endpoint<string, Record<string, string>>
    change: Endpoint<string, { isActive: boolean }>
    remove: Endpoint<string, undefined, void>
  }
  /** The parameter of their addresses. */
  id: 'recipientId' | 'webhookId'
  /** The field of the address, as the API names it. */
  field: 'email' | 'url'
  /** What the toasts call one of them; with an s, several. */
  noun: string
  heading: string
  form: Pick<FormField, 'label'> & { kind: 'email' | 'url'; example: string }
  button: string
  /** The words for an empty list. */
  none: string
  removal: Omit<Removal, 'onRemove'>
}

type TargetListProps = {
  kind: TargetKind
  /** What stands above the form; it may depend on the list. */
  about: (list: readonly Target[] | undefined) => ReactNode
  /** Called with the answer of the server. */
  onAdded?: (added: unknown) => void
  /** More buttons of a target, before the others. */
  Actions?: ComponentType<{ id: number; address: string }>
}

/** A part with a list of targets, in the order in which they were added, and a form that adds one. */
export function TargetList(props: TargetListProps) {
  const { kind, about, onAdded, Actions } = props
  const { rows, heading, field, form, button, noun, none } = kind
  const paramsOf = (id: number) => ({ [kind.id]: id })
  const wordsFor = (verb: string, done: string) => ({
    success: `${noun[0]?.toUpperCase()}${noun.slice(1)} ${done} successfully`,
    failure: `Failed to ${verb} ${noun}`,
    hidesReason: true,
  })
  const query = useData(rows.list)
  const { mutateAsync: add } = useChange(rows.add, {
    send: (address: string) => ({ body: { [field]: address } }),
    ...wordsFor('add', 'added'),
  })
  const { mutate: switchTo } = useChange(rows.change, {
    send: ({ id, isActive }: Target) => ({ params: paramsOf(id), body: { isActive } }),
    ...wordsFor('update', 'updated'),
  })
  const { mutate: remove } = useChange(rows.remove, {
    send: (id: number) => ({ params: paramsOf(id) }),
    ...wordsFor('delete', 'deleted'),
  })
  return (
    <OfficePart heading={heading}>
      {about(query.data)}
      <FieldForm
        fields={[{ name: field, ...form }]}
        adds
        button={button}
        busy="Adding…"
        save={async ({ [field]: address = '' }) => {
          const added = await add(address.trim())
          onAdded?.(added)
        }}
      />
      <Fetched query={query} failure={`Failed to fetch ${noun}s`}>
        {(list) =>
          list.length === 0 ? (
            <p className="office-about">{none}</p>
          ) : (
            <ul className="ruled-list" aria-label={heading}>
              {list.map(({ id, isActive, [field]: address = '' }) => (
                <OfficeRow
                  key={id}
                  title={<bdi>{address}</bdi>}
                  mark={isActive ? 'Active' : 'Disabled'}
                  tone={isActive ? 'good' : undefined}
                >
                  {Actions && <Actions id={id} address={address} />}
                  <Button about={address} onPress={() => switchTo({ id, isActive: !isActive })}>
                    {isActive ? 'Disable' : 'Enable'}
                  </Button>
                  <RemoveButton subject={address} {...kind.removal} onRemove={() => remove(id)} />
                </OfficeRow>
              ))}
            </ul>
          )
        }
      </Fetched>
    </OfficePart>
  )
}

const recipients = {
  rows: {
    list: api.recipients,
    add: api.addRecipient,
    change: api.changeRecipient,
    remove: api.removeRecipient,
  },
  id: 'recipientId',
  field: 'email',
  noun: 'email notification',
  heading: 'Email recipients',
  form: { label: 'Email address', kind: 'email', example: 'office@example.com' },
  button: 'Add',
  none: 'No one is notified by email yet. Add an address.',
  removal: {
    question: 'Remove this recipient?',
    consequence: 'They get no more emails, including any waiting to be sent.',
  },
} as const

/** Who gets a mail for each new lead, and a form that adds a person. */
export function Recipients() {
  return (
    <TargetList
      kind={recipients}
      about={(list) => (
        <p className="office-about">
          Each active recipient gets an email for every new request
          {list &&
            list.length > 0 &&
            `: ${list.filter(({ isActive }) => isActive).length} of ${list.length} active`}
          .
        </p>
      )}
    />
  )
}
