import type { QueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { noteLimit } from '#/contracts/limits.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { readDraft, writeDraft } from '../../../browser-storage.ts'
import { controlProps, Field } from '../../../ui/fields.tsx'
import { PanelSection, panelHeadingId, type SectionProps } from '../../shell/panel-frame.tsx'
import { hasStatus } from '../../shell/request-errors.ts'
import { useChange } from '../../shell/server-data.ts'
import { ExactTime } from '../../shell/times.tsx'
import { detailsPath } from '../lead-queries.ts'
import { MentionChoices, typedName } from './mention-choices.tsx'

const keyOf = (leadId: number) => `note:${leadId}` as const

/** The leads for which a note was typed and not added, in this tab. */
const withDraft = new Set<number>()

/** The note that was typed for a lead and not added; empty where there is none. */
function readNoteDraft(leadId: number): string {
  const draft = readDraft(keyOf(leadId)) ?? ''
  if (draft) withDraft.add(leadId)
  return draft
}

/** Replaces the note that was typed for a lead and not added; an empty one is removed. */
export function writeNoteDraft(leadId: number, text: string): void {
  writeDraft(keyOf(leadId), text || undefined)
  if (text) withDraft.add(leadId)
  else withDraft.delete(leadId)
}

/** Removes what was typed for leads that have been erased: it is about the person, too. */
export async function forgetDraftsOfErased(client: QueryClient): Promise<void> {
  for (const leadId of withDraft) {
    const query = { queryKey: [detailsPath(leadId)], staleTime: 0 }
    const result = await client.fetchQuery(query).catch((error: unknown) => error)
    if (hasStatus(result, 404)) writeNoteDraft(leadId, '')
  }
}

const frame = { name: 'note', label: 'Add a note', hint: 'Type @ to tell a colleague.' }

const choicesId = 'note-mentions'

/** The notes of a lead, and a form that adds one. */
export function LeadNotes({ lead }: SectionProps) {
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
    refetches: [detailsPath(lead.id)],
    onAnswer: (_answer, sent) => {
      // If the owner has typed on since, the draft is newer than what was stored.
      if (readNoteDraft(lead.id) === sent) change('')
    },
  })

  function send(event?: FormEvent) {
    event?.preventDefault()
    if (text.trim() && !add.isPending) add.mutate(text)
  }

  const field = useRef<HTMLTextAreaElement>(null)
  /** What is typed of a colleague's name. */
  const [typed, setTyped] = useState<string>()
  const lookForName = ({ value, selectionStart }: HTMLTextAreaElement) =>
    setTyped(typedName(value, selectionStart))

  /** Puts the whole name in place of what was typed of it. */
  function mention(name: string) {
    const { current } = field
    if (!current || typed === undefined) return
    const start = current.selectionStart - typed.length
    current.setRangeText(`${name} `, start, current.selectionStart, 'end')
    change(current.value)
    setTyped(undefined)
    current.focus()
  }

  function handleKey(event: KeyboardEvent) {
    const choice = document.querySelector<HTMLElement>(`#${choicesId} button`)
    if (event.key === 'ArrowDown' && choice) {
      event.preventDefault()
      choice.focus()
    }
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
            ref={field}
            rows={2}
            maxLength={noteLimit}
            value={text}
            onChange={(event) => change(event.target.value)}
            onSelect={(event) => lookForName(event.currentTarget)}
            onKeyDown={handleKey}
          />
        </Field>
        {typed !== undefined && (
          <MentionChoices
            typed={typed}
            id={choicesId}
            onChoose={mention}
            onLeave={() => field.current?.focus()}
          />
        )}
        <button className="tool-button" type="submit" disabled={!text.trim() || add.isPending}>
          Add note
        </button>
      </form>
    </PanelSection>
  )
}
