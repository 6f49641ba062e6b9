import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { noteLimit } from '#/contracts/limits.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { controlProps, Field } from '../../../ui/fields.tsx'
import { useChange } from '../../shell/server-data.ts'
import { ExactTime } from '../times.tsx'
import { leadDetailsKey } from '../use-lead-details.ts'
import { readNoteDraft, writeNoteDraft } from './note-drafts.ts'
import { PanelSection, panelHeadingId, type SectionProps } from './panel-frame.tsx'

const frame = { name: 'note', label: 'Add a note' }

/** The notes of a lead, and a form that adds one. */
export function LeadNotes({ lead, noteRef }: SectionProps) {
  const [text, setText] = useState(() => readNoteDraft(lead.id))
  const change = (next: string) => {
    setText(next)
    writeNoteDraft(lead.id, next)
  }
  const add = useChange({
    call: (note: string) => ({
      method: 'POST',
      path: leadPath(apiPaths.leadNotes, lead.id),
      body: { text: note },
    }),
    failure: 'Failed to add note',
    showsReason: true,
    refetches: [{ queryKey: leadDetailsKey(lead.id) }],
    awaitsRefetch: true,
    onAnswer: (_answer, sent) => {
      // If the owner has typed on since, the draft is newer than what was stored.
      if (readNoteDraft(lead.id) === sent) change('')
    },
  })

  function send(event?: FormEvent) {
    event?.preventDefault()
    if (text.trim() && !add.isPending) add.mutate(text)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
    if (event.key === 'Escape') {
      event.preventDefault()
      document.getElementById(panelHeadingId)?.focus()
    }
  }

  return (
    <PanelSection heading="Notes">
      {lead.notes.length > 0 && (
        <ul className="notes">
          {lead.notes.map(({ id, text: note, by, at }) => (
            <li key={id}>
              <p className="whole-text" dir="auto">
                {note}
              </p>
              <p className="by">
                <bdi>{by}</bdi>, <ExactTime at={at} isMuted />
              </p>
            </li>
          ))}
        </ul>
      )}
      <form className="note-form" onSubmit={send}>
        <Field frame={frame}>
          <textarea
            {...controlProps(frame)}
            ref={noteRef}
            rows={2}
            maxLength={noteLimit}
            value={text}
            onChange={(event) => change(event.target.value)}
            onKeyDown={handleKey}
          />
        </Field>
        <button className="tool-button" type="submit" disabled={!text.trim() || add.isPending}>
          Add note
        </button>
      </form>
    </PanelSection>
  )
}
