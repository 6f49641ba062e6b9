import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { OfficeDialog } from '../../shell/page-parts.tsx'
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
      {isOpen && (
        <OfficeDialog
          heading="Inbox settings"
          close="Close settings"
          onClose={() => setOpen(false)}
        >
          <AlertSettings />
          <DensitySettings />
          <KeySettings />
          <Holidays />
          <Retention />
          <ErasePerson />
        </OfficeDialog>
      )}
    </>
  )
}
