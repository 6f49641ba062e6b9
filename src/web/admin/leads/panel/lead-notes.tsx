import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { noteLimit } from '#/contracts/limits.ts'
import { readDraft, writeDraft } from '../../../browser-storage.ts'
import { AreaField } from '../../../ui/fields.tsx'
import {
  PanelSection,
  panelHeadingId,
  Quotes,
  type SectionProps,
} from '../../shell/panel-frame.tsx'
import { useChange } from '../../shell/use-api.ts'

const keyOf = (leadId: number) => `note:${leadId}` as const

/** Replaces the note that was typed for a lead and not added; an empty one is removed. */
export function writeNoteDraft(leadId: number, text: string): void {
  writeDraft(keyOf(leadId), text || undefined)
}

/** The notes of a lead, and a form that adds one. */
export function LeadNotes({ lead }: SectionProps) {
  const [text, setText] = useState(() => readDraft(keyOf(lead.id)) ?? '')
  const change = (next: string) => {
    setText(next)
    writeNoteDraft(lead.id, next)
  }
  const add = useChange(api.leadNote, {
    send: (note: string) => ({ params: { leadId: lead.id }, body: { text: note } }),
    failure: 'Failed to add note',
    refetches: [pathTo(api.lead, { leadId: lead.id })],
    onAnswer: (_answer, sent) => {
      // If the owner has typed on since, the draft is newer than what was stored.
      if (readDraft(keyOf(lead.id)) === sent) change('')
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
      <Quotes items={lead.notes} />
      <form className="part-form note-form" onSubmit={send}>
        <AreaField
          frame={{ name: 'note', label: 'Add a note' }}
          rows={2}
          maxLength={noteLimit}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={handleKey}
        />
        <button className="tool-button" type="submit" disabled={!text.trim() || add.isPending}>
          Add note
        </button>
      </form>
    </PanelSection>
  )
}
