import { useEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { useHasStarted } from '../../shell/use-has-started.ts'
import { AlertSettings } from './alert-settings.tsx'
import { ErasePerson } from './erase-person.tsx'
import { KeyHints } from './key-hints.tsx'
import { Retention } from './retention.tsx'
import { closeSettings, openSettings, useSettingsOpen } from './settings-state.ts'

/** The button that opens the inbox's settings, and the dialog with them. */
export function InboxSettings() {
  const hasStarted = useHasStarted()
  const isOpen = useSettingsOpen()
  return (
    <>
      <button
        className="tool-button"
        type="button"
        disabled={!hasStarted}
        aria-haspopup="dialog"
        onClick={openSettings}
      >
        Settings
      </button>
      {isOpen && <SettingsDialog />}
    </>
  )
}

function SettingsDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    return closeSettings
  }, [])
  return (
    <dialog
      ref={dialog}
      className="settings"
      aria-labelledby="settings-heading"
      onClose={closeSettings}
    >
      <header className="panel-head">
        <h2 id="settings-heading">Inbox settings</h2>
        <form method="dialog">
          <button className="panel-close" type="submit">
            <Icon name="x" />
            <span className="hidden-text">Close settings</span>
          </button>
        </form>
      </header>
      <AlertSettings />
      <KeyHints />
      <Retention />
      <ErasePerson />
    </dialog>
  )
}
