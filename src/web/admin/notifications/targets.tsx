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
type Target = { id: number; isActive: boolean; email?: string; url?: string }

type TargetListProps = Omit<Removal, 'onRemove'> & {
  heading: string
  /** Stands above the form. */
  about: ReactNode
  /** What the toasts call one of them; with an s, several. */
  noun: string
  list: Endpoint<string, undefined, Target[]>
  add: Endpoint<string, Record<string, string>>
  change: Endpoint<string, { isActive: boolean }>
  remove: Endpoint<string, undefined, void>
  /** The parameter of their addresses. */
  idName: 'recipientId' | 'webhookId'
  /** The field of the address, as the API names it. */
  field: FormField & { name: 'email' | 'url' }
  button: string
  /** The words for an empty list. */
  none: string
  /** Called with the answer of the server. */
  onAdded?: (added: unknown) => void
  /** More buttons of a target, before the others. */
  Actions?: ComponentType<{ id: number; address: string }>
}

/** A part with a list of targets, in the order in which they were added, and a form that adds one. */
export function TargetList(props: TargetListProps) {
  const { heading, about, noun, idName, field, button, none, onAdded, Actions } = props
  const { name } = field
  const paramsOf = (id: number) => ({ [idName]: id })
  const wordsFor = (verb: string, done: string) => ({
    success: `${noun[0]?.toUpperCase()}${noun.slice(1)} ${done} successfully`,
    failure: `Failed to ${verb} ${noun}`,
    hidesReason: true,
  })
  const query = useData(props.list)
  const { mutateAsync: add } = useChange(props.add, {
    send: (address: string) => ({ body: { [name]: address } }),
    ...wordsFor('add', 'added'),
  })
  const { mutate: switchTo } = useChange(props.change, {
    send: ({ id, isActive }: Target) => ({ params: paramsOf(id), body: { isActive } }),
    ...wordsFor('update', 'updated'),
  })
  const { mutate: remove } = useChange(props.remove, {
    send: (id: number) => ({ params: paramsOf(id) }),
    ...wordsFor('delete', 'deleted'),
  })
  return (
    <OfficePart heading={heading}>
      <p className="office-about">{about}</p>
      <FieldForm
        fields={[field]}
        adds
        button={button}
        busy="Adding…"
        save={async ({ [name]: address = '' }) => {
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
              {list.map(({ id, isActive, [name]: address = '' }) => (
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
                  <RemoveButton
                    subject={address}
                    question={props.question}
                    consequence={props.consequence}
                    onRemove={() => remove(id)}
                  />
                </OfficeRow>
              ))}
            </ul>
          )
        }
      </Fetched>
    </OfficePart>
  )
}

/** Who gets a mail for each new lead, and a form that adds a person. */
export function Recipients() {
  const { data: all = [] } = useData(api.recipients)
  const active = all.filter(({ isActive }) => isActive)
  const count = all.length > 0 ? `: ${active.length} of ${all.length} active` : ''
  return (
    <TargetList
      heading="Email recipients"
      about={`Each active recipient gets an email for every new request${count}.`}
      noun="email notification"
      list={api.recipients}
      add={api.addRecipient}
      change={api.changeRecipient}
      remove={api.removeRecipient}
      idName="recipientId"
      field={{
        name: 'email',
        label: 'Email address',
        kind: 'email',
        example: 'office@example.com',
      }}
      button="Add"
      none="No one is notified by email yet. Add an address."
      question="Remove this recipient?"
      consequence="They get no more emails, including any waiting to be sent."
    />
  )
}
