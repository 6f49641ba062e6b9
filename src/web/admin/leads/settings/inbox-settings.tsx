import { useState } from 'react'
import { Link } from 'wouter'
import { adminPaths } from '#/contracts/routes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { OfficeDialog } from '../../shell/page-parts.tsx'
import { ErasePerson } from './erase-data.tsx'

/** The button that opens the inbox's settings, and the dialog with them. */
export function InboxSettings() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        id="open-settings"
        className="tool-button"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="settings" />
        <span className="wide-word">Settings</span>
      </button>
      {isOpen && (
        <OfficeDialog
          heading="Inbox settings"
          close="Close settings"
          onClose={() => setOpen(false)}
        >
          <Keys />
          <ErasePerson />
          <p className="panel-section by">
            Opening hours, holidays and how long requests are kept have a page of their own:{' '}
            <Link className="text-button" href={adminPaths.settings}>
              Settings
            </Link>
          </p>
        </OfficeDialog>
      )}
    </>
  )
}

const keys: [keys: string[], meaning: string][] = [
  [['↑', '↓'], 'Move; the panel follows'],
  [['Enter'], 'Open the request'],
  [['Esc'], 'Leave the field, select none, close the request'],
  [['/'], 'Search'],
  [['c'], 'Mark contacted or new'],
  [['n'], 'Write a note'],
  [['?'], 'Show these settings'],
]

function Keys() {
  return (
    <section className="panel-section">
      <h3>Keys in the list</h3>
      <dl className="facts">
        {keys.map(([names, meaning]) => (
          <div key={meaning}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
