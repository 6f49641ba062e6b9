import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { OfficeDialog } from '../../shell/page-parts.tsx'

const keys: [keys: string[], meaning: string][] = [
  [['↑', '↓'], 'Move up or down the list'],
  [['Enter'], 'Open the request'],
  [['Esc'], 'Leave the field, clear the selection, close the request'],
  [['/'], 'Search'],
  [['c'], 'Mark contacted or new'],
  [['n'], 'Write a note'],
  [['?'], 'Show these shortcuts'],
]

/** The button that opens the keys of the list, and the dialog with them. */
export function ListKeys() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button id="open-keys" aria-haspopup="dialog" onPress={() => setOpen(true)}>
        <kbd>?</kbd>
        Shortcuts
      </Button>
      {isOpen && (
        <OfficeDialog
          heading="Keyboard shortcuts"
          close="Close the shortcuts"
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
