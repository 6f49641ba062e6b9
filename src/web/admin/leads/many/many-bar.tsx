import { type FormEvent, type ReactNode, useState } from 'react'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { mostAtOnce, noteLimit } from '#/contracts/limits.ts'
import { AreaField } from '../../../ui/fields.tsx'
import { placeToastsIn } from '../../../ui/show-toast.ts'
import { ToolButton } from '../../shell/filters.tsx'
import { type Refused, useNotOffered } from './use-many-change.ts'
import { type ManyWork, manyBarId } from './use-many-work.ts'

const noteFrame = { name: 'many-note', label: 'Note for each of them' }

type ManyBarProps = {
  many: ManyWork
  /** How many rows there are to select. */
  shownCount: number
  /** The list is that of spam. */
  isOfSpam: boolean
  /** The button that exports what is selected. */
  children: ReactNode
}

/** At the foot of the list while leads are selected: what can be done with all of them. */
export function ManyBar({ many, shownCount, isOfSpam, children }: ManyBarProps) {
  const { chosen, mode, isPending, refused, run } = many
  const count = chosen.length
  if (!many.isOpen) return null
  const isOff = isPending || count === 0
  const canSelectMore = count < Math.min(shownCount, mostAtOnce)
  return (
    <section id={manyBarId} className="many-bar" aria-label="Selected requests">
      <div className="many-toast" role="status" ref={placeToastsIn} />
      {!mode && <RefusedList heading="Not done:" refused={refused} />}
      {mode === 'note' && (
        <NoteForm
          isPending={isPending}
          onSend={(text) => run('note', chosen, text)}
          onCancel={() => many.setMode(undefined)}
        />
      )}
      {mode === 'offer' && (
        <OfferQuestion
          {...{ chosen, isPending }}
          onOffer={() => run('offer', chosen)}
          onCancel={() => many.setMode(undefined)}
        />
      )}
      <div className="many-line">
        <p className="many-count" role="status">
          {isPending ? 'Working…' : `${count} selected`}
          {count === mostAtOnce && ', the most at once'}
        </p>
        <div className="many-actions">
          {isOfSpam ? (
            <ToolButton isOff={isOff} onPress={() => run('release', chosen)}>
              Not spam
            </ToolButton>
          ) : (
            <>
              <ToolButton isOff={isOff} onPress={() => run('contacted', chosen)}>
                Mark contacted
              </ToolButton>
              <ToolButton isOff={isOff} onPress={() => run('new', chosen)}>
                Mark new
              </ToolButton>
              <ToolButton isOff={isOff} onPress={() => many.setMode('offer')}>
                Offer
              </ToolButton>
            </>
          )}
          <ToolButton isOff={isOff} onPress={() => many.setMode('note')}>
            Note
          </ToolButton>
          {!isOfSpam && (
            <ToolButton isOff={isOff} onPress={() => run('quarantine', chosen)}>
              Mark as spam
            </ToolButton>
          )}
          {count > 0 && children}
        </div>
        <div className="many-actions many-choice">
          {canSelectMore && (
            <ToolButton isOff={isPending} onPress={many.selectAll}>
              {shownCount > mostAtOnce ? `Select the first ${mostAtOnce}` : 'Select all shown'}
            </ToolButton>
          )}
          <ToolButton isOff={isPending} onPress={many.clear}>
            {count > 0 ? 'Select none' : 'Close'}
          </ToolButton>
        </div>
      </div>
    </section>
  )
}

/** To which leads it was not done, and why. It stays until it is read and put away. */
function RefusedList({ heading, refused }: { heading: string; refused: readonly Refused[] }) {
  if (refused.length === 0) return null
  return (
    <div className="many-refused" role="alert">
      <p className="strong">{`${heading} ${refused.length}`}</p>
      <ul>
        {refused.map(({ id, name, why }) => (
          <li key={id}>
            <bdi className="strong">{name}</bdi> {why}
          </li>
        ))}
      </ul>
    </div>
  )
}

type OfferQuestionProps = {
  chosen: readonly LeadEntry[]
  isPending: boolean
  onOffer: () => void
  onCancel: () => void
}

/** Says before they are offered which cannot be, and why. */
function OfferQuestion({ chosen, isPending, onOffer, onCancel }: OfferQuestionProps) {
  const notOffered = useNotOffered(chosen)
  const count = chosen.length - (notOffered?.length ?? 0)
  return (
    <>
      <RefusedList heading="Cannot be offered now:" refused={notOffered ?? []} />
      <div className="many-ask">
        <p>
          {count > 0 &&
            'Each is offered to the contractor who fits it best. The emails leave after ten seconds; until then you can undo it.'}
        </p>
        {count > 0 && (
          <ToolButton isOff={isPending || !notOffered} onPress={onOffer}>
            {notOffered ? `Offer ${count}` : 'Looking…'}
          </ToolButton>
        )}
        <ToolButton isOff={isPending} onPress={onCancel}>
          Cancel
        </ToolButton>
      </div>
    </>
  )
}

type NoteFormProps = { isPending: boolean; onSend: (text: string) => void; onCancel: () => void }

function NoteForm({ isPending, onSend, onCancel }: NoteFormProps) {
  const [text, setText] = useState('')
  function send(event?: FormEvent) {
    event?.preventDefault()
    if (text.trim()) onSend(text)
  }
  return (
    <form className="many-ask" onSubmit={send}>
      <AreaField
        frame={noteFrame}
        rows={2}
        maxLength={noteLimit}
        // It was asked for by a press or a key.
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
          if (event.key !== 'Escape') return
          event.preventDefault()
          onCancel()
          document.querySelector<HTMLElement>(`#${manyBarId} .many-actions button`)?.focus()
        }}
      />
      <button className="tool-button" type="submit" disabled={!text.trim() || isPending}>
        Add note
      </button>
      <ToolButton isOff={isPending} onPress={onCancel}>
        Cancel
      </ToolButton>
    </form>
  )
}
