import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { noteLimit } from '#/contracts/limits.ts'
import { controlProps, Field } from '../../../ui/fields.tsx'
import { ExactTime } from '../exact-time.tsx'
import { panelHeadingId } from './panel-frame.tsx'
import { PanelSection } from './panel-section.tsx'
import type { SectionProps } from './section-props.ts'
import { useAddNote } from './use-lead-actions.ts'

/** What was begun and not sent yet, by lead: it is there when the panel comes back to it. */
const drafts = new Map<number, string>()

const frame = { name: 'note', label: 'Add a note' }

/** What was noted of a lead, and a field for more. */
export function LeadNotes({ lead, noteRef }: SectionProps) {
  const [text, setText] = useState(drafts.get(lead.id) ?? '')
  const change = (next: string) => {
    setText(next)
    drafts.set(lead.id, next)
  }
  const add = useAddNote(lead.id, () => change(''))

  function send(event?: FormEvent) {
    event?.preventDefault()
    if (text.trim() && !add.isPending) add.mutate(text)
  }

  function sendOrLeave(event: KeyboardEvent) {
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
          {lead.notes.map(({ id, text: noted, by, at }) => (
            <li key={id}>
              <p className="whole-text" dir="auto">
                {noted}
              </p>
              <p className="by">
                <bdi>{by}</bdi>, <ExactTime at={at} />
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
            onKeyDown={sendOrLeave}
          />
        </Field>
        <button className="tool-button" type="submit" disabled={!text.trim() || add.isPending}>
          Add note
        </button>
      </form>
    </PanelSection>
  )
}
