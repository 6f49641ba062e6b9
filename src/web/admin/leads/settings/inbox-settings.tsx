import { useEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { AlertSettings, KeySettings } from './browser-settings.tsx'
import { ErasePerson } from './erase-person.tsx'
import { Retention } from './retention.tsx'
import { closeSettings, openSettings, useSettingsOpen } from './settings-state.ts'

/** The button that opens the inbox's settings, and the dialog with them. */
export function InboxSettings() {
  const isOpen = useSettingsOpen()
  return (
    <>
      <button className="tool-button" type="button" aria-haspopup="dialog" onClick={openSettings}>
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
      <KeySettings />
      <Retention />
      <ErasePerson />
    </dialog>
  )
}
