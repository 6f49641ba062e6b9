import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { AlertSettings, DensitySettings, KeySettings } from './browser-settings.tsx'
import { ErasePerson } from './erase-data.tsx'
import { Holidays } from './holidays.tsx'
import { Retention } from './retention.tsx'

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
      {isOpen && <SettingsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function SettingsDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="settings box"
      aria-labelledby="settings-heading"
      onClose={onClose}
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
      <DensitySettings />
      <KeySettings />
      <Holidays />
      <Retention />
      <ErasePerson />
    </dialog>
  )
}
