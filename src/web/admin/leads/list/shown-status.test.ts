import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leadEntry } from '#tests/support/factories.ts'
import { noteStored, settleStatus, showStatusAhead, withShownStatus } from './shown-status.ts'

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

/** Whether the browser asks before it closes the page. */
const asksFirst = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('shows what was chosen last until every change has its answer', () => {
  const lead = leadEntry()
  const isShownContacted = () => withShownStatus(lead).isContacted
  for (const isContacted of [true, false, true]) {
    showStatusAhead({ ...lead, isContacted: !isContacted }, isContacted)
    expect(isShownContacted()).toBe(isContacted)
  }
  settleStatus(lead.id, true)
  expect(isShownContacted()).toBe(true)
  settleStatus(lead.id, false)
  expect(isShownContacted()).toBe(true)
  expect(asksFirst()).toBe(true)
  settleStatus(lead.id, true)
  expect(isShownContacted()).toBe(false)
  expect(asksFirst()).toBe(false)
})

it('knows after failures what the server has', () => {
  const lead = leadEntry()
  showStatusAhead(lead, true)
  showStatusAhead({ ...lead, isContacted: true }, false)
  expect(settleStatus(lead.id)).toBe(false)
  expect(settleStatus(lead.id)).toBe(false)

  showStatusAhead(lead, true)
  showStatusAhead({ ...lead, isContacted: true }, false)
  expect(settleStatus(lead.id, true)).toBe(true)
  expect(settleStatus(lead.id)).toBe(true)
})

it('knows of a change whose answer is lost, where the server has told of it before', () => {
  const lead = leadEntry()
  showStatusAhead(lead, true)
  noteStored({ ...lead, isContacted: true })
  expect(settleStatus(lead.id)).toBe(true)
})
