import { type SubmitEvent, useRef, useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import { readDraft, writeDraft } from '../../browser-storage.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { refusalOf } from '../shell/request-errors.ts'
import { useChange, useData } from '../shell/use-api.ts'

/** The tab with the text of the section 'Lead Source Information' of every notification mail. */
export function LeadSourceMessage() {
  const query = useData(api.leadSourceSettings.read)
  return (
    <Fetched query={query} failure="Failed to fetch lead source settings">
      {({ message }) => <MessageForm stored={message} />}
    </Fetched>
  )
}

const draftKey = 'lead source message'

function MessageForm({ stored }: { stored: string }) {
  const [draft, setDraft] = useState(() => readDraft(draftKey))
  const store = useChange(api.leadSourceSettings.change, {
    send: (message: string) => ({ body: { message } }),
    success: 'Lead source message updated successfully',
    failure: 'Failed to update lead source message',
    hidesReason: true,
    answers: api.leadSourceSettings.read.path,
  })
  const input = useRef<HTMLTextAreaElement>(null)
  const message = draft ?? stored

  function change(next: string | undefined) {
    writeDraft(draftKey, next)
    setDraft(next)
    if (store.isError) store.reset()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (store.isPending) return
    store.mutate(message, {
      onSuccess: (_answer, sent) => {
        // If the owner has typed on since, the draft is newer than what was stored.
        if (input.current?.value === sent) change(undefined)
      },
      onError: () => input.current?.focus(),
    })
  }

  const frame: FieldFrame = {
    name: 'message',
    label: 'Message',
    hint: 'It appears in the section ‘Lead Source Information’ of every notification email. Leave it empty to omit the section.',
    problem: store.isError ? refusalOf(store.error, 'message') : undefined,
  }
  return (
    <form className="office-part message-form" method="post" noValidate onSubmit={submit}>
      <Field frame={frame}>
        <textarea
          {...controlProps(frame)}
          ref={input}
          rows={8}
          value={message}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <div className="actions">
        <button className="btn btn-small" type="submit">
          {store.isPending ? 'Saving…' : 'Save message'}
        </button>
        {message !== stored && (
          <button
            className="btn btn-line btn-small"
            type="button"
            onClick={() => {
              change(undefined)
              input.current?.focus()
            }}
          >
            Undo changes
          </button>
        )}
        <p className="row" role="status">
          {message !== stored ? (
            <span className="problem">Unsaved changes</span>
          ) : (
            <>
              <Icon name="badge-check" /> Saved
            </>
          )}
        </p>
      </div>
    </form>
  )
}
