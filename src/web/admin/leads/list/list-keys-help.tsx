import { useState } from 'react'
import { OfficeDialog } from '../../shell/page-parts.tsx'

const keys: [keys: string[], meaning: string][] = [
  [['↑', '↓'], 'Move; the panel follows'],
  [['Enter'], 'Open the request'],
  [['Esc'], 'Leave the field, select none, close the request'],
  [['/'], 'Search'],
  [['c'], 'Mark contacted or new'],
  [['n'], 'Write a note'],
  [['?'], 'Show these keys'],
]

/** The button that opens the keys of the list, and the dialog with them. */
export function ListKeys() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        id="open-keys"
        className="tool-button"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <kbd>?</kbd>
        Keys
      </button>
      {isOpen && (
        <OfficeDialog
          heading="Keys in the list"
          close="Close the keys"
          onClose={() => setOpen(false)}
        >
          <dl className="facts panel-section">
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
        </OfficeDialog>
      )}
    </>
  )
}
