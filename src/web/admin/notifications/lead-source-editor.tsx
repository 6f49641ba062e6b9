import { type SubmitEvent, useRef, useState } from 'react'
import { readDraft, writeDraft } from '../../drafts.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { refusalOf } from './refusal.ts'
import { useSaveLeadSource } from './use-lead-source.ts'

const draftKey = 'lead source message'

/** The message and whether it is saved. `saved` is what the server has. */
export function LeadSourceEditor({ saved }: { saved: string }) {
  const [draft, setDraft] = useState(() => readDraft(draftKey))
  const save = useSaveLeadSource()
  const text = useRef<HTMLTextAreaElement>(null)
  const shown = draft ?? saved
  const isUnsaved = shown !== saved

  function change(next: string | undefined) {
    writeDraft(draftKey, next)
    setDraft(next)
    if (save.isError) save.reset()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    save.mutate(shown, {
      onSuccess: (_answer, sent) => {
        // What was typed while it was being saved is a draft of its own.
        if (text.current?.value === sent) change(undefined)
      },
      onError: () => text.current?.focus(),
    })
  }

  const frame: FieldFrame = {
    name: 'message',
    label: 'Message',
    hint: 'It stands in the section ‘Lead Source Information’ of every notification mail. Leave it empty to leave the section out.',
    problem: save.isError ? refusalOf(save.error, 'message') : undefined,
  }
  return (
    <form className="notify-part message-form" method="post" noValidate onSubmit={submit}>
      <Field frame={frame}>
        <textarea
          {...controlProps(frame)}
          ref={text}
          rows={8}
          value={shown}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <div className="message-actions">
        <button className="btn btn-small" type="submit">
          {save.isPending ? 'Saving…' : 'Save message'}
        </button>
        {isUnsaved && (
          <button
            className="btn btn-line btn-small"
            type="button"
            onClick={() => {
              change(undefined)
              text.current?.focus()
            }}
          >
            Undo changes
          </button>
        )}
        <p className="message-state" role="status">
          {isUnsaved ? (
            <span className="message-unsaved">Unsaved changes</span>
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
