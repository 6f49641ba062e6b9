import { useRef, useState } from 'react'
import type { NewView, SavedView } from '#/contracts/leads/saved-views.ts'
import { longestViewName, mostSavedViews } from '#/contracts/limits.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { InputField } from '../../../ui/fields.tsx'
import { NamedRow, OfficeDialog } from '../../shell/page-parts.tsx'
import { PartForm } from '../../shell/part-form.tsx'
import { useChange, useServerData } from '../../shell/server-data.ts'
import { type ListView, queryOf, readQuery } from '../lead-filters.ts'

type SavedViewsProps = {
  view: ListView
  onShow: (view: ListView) => void
}

const none: SavedView[] = []
const answers = apiPaths.savedViews

/** The views that the user has saved, each one press away, and the dialog in which they are kept in order. */
export function SavedViews({ view, onShow }: SavedViewsProps) {
  const { data: views = none } = useServerData<SavedView[]>(apiPaths.savedViews)
  const [isOpen, setOpen] = useState(false)
  const shown = view.filters.q ? undefined : queryOf(view)
  return (
    <>
      {views.length > 0 && (
        <ul className="saved-views" aria-label="Saved views">
          {views.map(({ id, name, query }) => {
            const saved = readQuery(query)
            return (
              <li key={id}>
                <button
                  className="view-chip"
                  type="button"
                  aria-pressed={query === shown}
                  onClick={() => (saved ? onShow(saved) : setOpen(true))}
                >
                  <bdi>{name}</bdi>
                  {!saved && ': no longer works'}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <button
        className="tool-button views-button"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Views
      </button>
      {isOpen && (
        <OfficeDialog
          heading="Saved views"
          close="Close saved views"
          onClose={() => setOpen(false)}
        >
          <SaveView view={view} views={views} />
          {views.length > 0 && (
            <ul className="people settings-section" aria-label="Your views">
              {views.map((each) => (
                <ViewRow key={each.id} view={each} />
              ))}
            </ul>
          )}
        </OfficeDialog>
      )}
    </>
  )
}

type SaveViewProps = { view: ListView; views: readonly SavedView[] }

/** Saves what the list shows under a name. */
function SaveView({ view, views }: SaveViewProps) {
  const section = useRef<HTMLElement>(null)
  const query = queryOf(view)
  const { mutateAsync: save } = useChange<NewView>({
    call: (body) => ({ method: 'POST', path: apiPaths.savedViews, body }),
    success: 'The view was saved',
    answers,
  })
  const same = views.find((each) => each.query === query)
  return (
    <section className="settings-section" ref={section}>
      <p className="office-about">
        Save the filters and the order that the list has now, but not the search, and come back to
        them with one press. Only you see your views. You can save {mostSavedViews}.
      </p>
      {same && (
        <p className="office-about" role="status">
          The list shows your view <bdi>{same.name}</bdi>.
        </p>
      )}
      <PartForm
        fields={['name']}
        prefix="view-"
        button="Save view"
        busy="Saving…"
        onSend={async ({ name = '' }) => {
          await save({ name, query })
          section.current?.closest('dialog')?.close()
        }}
      >
        {(problems) => (
          <InputField
            frame={{ name: 'view-name', label: 'Name of the view', problem: problems.name }}
            type="text"
            autoComplete="off"
            maxLength={longestViewName}
          />
        )}
      </PartForm>
    </section>
  )
}

/** One view, with what can be done with it. */
function ViewRow({ view: { id, name, query } }: { view: SavedView }) {
  const path = apiPaths.savedView.replace(':viewId', String(id))
  const { mutateAsync: rename } = useChange<Record<string, string>>({
    call: (body) => ({ method: 'PATCH', path, body }),
    success: 'The view was renamed',
    answers,
  })
  const { mutate: remove } = useChange({
    call: () => ({ method: 'DELETE', path }),
    success: 'The view was removed',
    failure: 'Failed to remove the view',
    answers,
  })
  return (
    <NamedRow
      name={name}
      label="New name"
      fine={!readQuery(query) && 'It no longer works: one of its filters does not exist any more.'}
      onRename={rename}
    >
      <button
        className="row-button row-button-remove"
        type="button"
        onClick={({ currentTarget }) => {
          // The button goes with its row, and the focus must not.
          currentTarget.closest('dialog')?.querySelector('input')?.focus()
          remove()
        }}
      >
        Remove<span className="hidden-text"> {name}</span>
      </button>
    </NamedRow>
  )
}
