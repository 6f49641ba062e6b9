import { useRef, useState } from 'react'
import type { NewView, SavedView } from '#/contracts/leads/saved-views.ts'
import { longestViewName, mostSavedViews } from '#/contracts/limits.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { InputField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
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
  const dialog = useRef<HTMLDialogElement>(null)
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
        <dialog
          className="settings box"
          aria-labelledby="views-heading"
          ref={(element) => {
            dialog.current = element
            if (element && !element.open) element.showModal()
          }}
          onClose={() => setOpen(false)}
        >
          <header className="panel-head">
            <h2 id="views-heading">Saved views</h2>
            <form method="dialog">
              <button className="panel-close" type="submit">
                <Icon name="x" />
                <span className="hidden-text">Close saved views</span>
              </button>
            </form>
          </header>
          <SaveView view={view} views={views} onSaved={() => dialog.current?.close()} />
          {views.length > 0 && (
            <ul className="people settings-section" aria-label="Your views">
              {views.map((each) => (
                <ViewRow key={each.id} view={each} />
              ))}
            </ul>
          )}
        </dialog>
      )}
    </>
  )
}

type SaveViewProps = { view: ListView; views: readonly SavedView[]; onSaved: () => void }

/** Saves what the list shows under a name. */
function SaveView({ view, views, onSaved }: SaveViewProps) {
  const query = queryOf(view)
  const { mutateAsync: save } = useChange<NewView>({
    call: (body) => ({ method: 'POST', path: apiPaths.savedViews, body }),
    success: 'The view was saved',
    answers,
  })
  const same = views.find((each) => each.query === query)
  return (
    <section className="settings-section">
      <p className="office-about">
        A view is the filters and the order that the list has now, without the search. It is yours
        alone, in every browser in which you sign in. You can have {mostSavedViews}.
      </p>
      {same && (
        <p className="office-about" role="status">
          The list shows <bdi>{same.name}</bdi>.
        </p>
      )}
      <PartForm
        fields={['name']}
        prefix="view-"
        button="Save view"
        busy="Saving…"
        onSend={async ({ name = '' }) => {
          await save({ name, query })
          onSaved()
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
  const [isRenaming, setRenaming] = useState(false)
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
  const button = useRef<HTMLButtonElement>(null)
  return (
    <li className="person">
      <div className="person-who">
        <p className="person-name">
          <bdi>{name}</bdi>
        </p>
        {!readQuery(query) && (
          <p className="person-fine">
            It no longer works: one of its filters does not exist any more.
          </p>
        )}
        {isRenaming && (
          <PartForm
            fields={['name']}
            prefix={`view-${id}-`}
            button="Save the name"
            busy="Saving…"
            onSend={async (typed) => {
              await rename(typed)
              setRenaming(false)
              button.current?.focus()
            }}
          >
            {(problems) => (
              <InputField
                frame={{ name: `view-${id}-name`, label: 'New name', problem: problems.name }}
                type="text"
                autoComplete="off"
                maxLength={longestViewName}
                defaultValue={name}
              />
            )}
          </PartForm>
        )}
      </div>
      <div className="row-actions">
        <button
          ref={button}
          className="row-button"
          type="button"
          aria-expanded={isRenaming}
          onClick={() => setRenaming(!isRenaming)}
        >
          Rename<span className="hidden-text"> {name}</span>
        </button>
        <button
          className="row-button row-button-remove"
          type="button"
          onClick={() => {
            // The button goes with its row, and the focus must not.
            button.current?.closest('dialog')?.querySelector('input')?.focus()
            remove()
          }}
        >
          Remove<span className="hidden-text"> {name}</span>
        </button>
      </div>
    </li>
  )
}
