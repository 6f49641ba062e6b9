import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { AskDialog } from '../../shell/ask-dialog.tsx'

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
        <AskDialog heading="Keyboard shortcuts" onClose={() => setOpen(false)}>
          {(close) => (
            <>
              <dl className="facts small">
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
              <div className="actions">
                <Button look="line" onPress={close}>
                  Close the shortcuts
                </Button>
              </div>
            </>
          )}
        </AskDialog>
      )}
    </>
  )
}
