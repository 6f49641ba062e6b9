import { createStore } from '../../store.ts'

const isOpen = createStore(false)

/** Opens the inbox's settings. */
export const openSettings = (): void => isOpen.set(true)

/** Called when they were closed. */
export const closeSettings = (): void => isOpen.set(false)

/** Whether the inbox's settings are open. */
export const useSettingsOpen = isOpen.use
