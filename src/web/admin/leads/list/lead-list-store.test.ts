import { describe, expect, it, vi } from 'vitest'
import type { LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { leadEntry } from '#tests/support/factories.ts'
import { heldRows, rowAt } from './lead-list.ts'
import { createLeadListStore } from './lead-list-store.ts'

type Options = { order?: 'newest' | 'oldest'; accepts?: (lead: LeadEntry) => boolean }

/** A server with so many leads, and a list that reads from it. */
function openList(count: number, { order = 'newest', accepts = () => true }: Options = {}) {
  const stored = Array.from({ length: count }, () => leadEntry())
  const inOrder = () => {
    const sorted = stored.filter(accepts).sort((a, b) => a.id - b.id)
    return order === 'newest' ? sorted.reverse() : sorted
  }
  let hold: Promise<void> | undefined
  const readPage = vi.fn(
    async ({ limit, cursor }: { limit: number; cursor: string | undefined }) => {
      const isBehind = ({ id }: LeadEntry) =>
        cursor === undefined || (order === 'newest' ? id < Number(cursor) : id > Number(cursor))
      const rest = inOrder().filter(isBehind)
      const data = rest.slice(0, limit)
      const nextCursor = rest.length > limit ? String(data.at(-1)?.id) : null
      await hold
      return { data, nextCursor } satisfies LeadPage
    },
  )
  const store = createLeadListStore({ order, readPage, accepts })
  const list = () => store.getSnapshot().list
  const settle = async () => {
    while (store.getSnapshot().isReading) await new Promise(setImmediate)
  }
  return {
    store,
    stored,
    readPage,
    list,
    inOrder,
    async show(from: number, to: number) {
      store.show(from, to)
      await settle()
    },
    /** Answers of the server are on their way until the returned function is called. */
    delay() {
      const { promise, resolve } = Promise.withResolvers<void>()
      hold = promise
      return async () => {
        hold = undefined
        resolve()
        await settle()
      }
    },
    settle,
  }
}

const idsOf = (rows: readonly LeadEntry[]) => rows.map(({ id }) => id)

describe.each(['newest', 'oldest'] as const)('a list from the %s', (order) => {
  it('reads on as it is scrolled, holds few rows, and reads again what it gave up', async () => {
    const { list, show, inOrder, readPage } = openList(3_000, { order })
    await show(0, 10)
    expect(readPage).toHaveBeenCalledTimes(1)
    for (let row = 0; row < 3_000; row += 50) await show(row, row + 15)
    expect(list().rowCount).toBe(3_000)
    expect(list().next).toBeNull()
    expect(heldRows(list()).length).toBeLessThan(1_500)
    expect(rowAt(list(), 0)).toBeUndefined()

    await show(0, 10)
    expect(rowAt(list(), 0)?.id).toBe(inOrder()[0]?.id)
    await show(1_500, 1_510)
    expect(rowAt(list(), 1_505)?.id).toBe(inOrder()[1_505]?.id)
  })

  it('keeps every lead once while others come and go around what it gave up', async () => {
    const { list, show, inOrder, stored, store } = openList(2_000, { order })
    for (let row = 0; row < 2_000; row += 50) await show(row, row + 15)
    for (const gone of [stored[30], stored[1_000], stored[1_950]]) {
      stored.splice(stored.indexOf(gone as LeadEntry), 1)
      store.remove(gone?.id ?? 0)
    }
    const seen: number[] = []
    for (let row = 0; row < list().rowCount; row += 1) {
      if (row % 20 === 0) await show(row, row + 20)
      const lead = rowAt(list(), row)
      if (lead) seen.push(lead.id)
    }
    expect(seen).toEqual(idsOf(inOrder()))
  })
})

describe('what happens meanwhile', () => {
  it('puts a new lead on top, or lets it wait while somebody reads on', async () => {
    const { store, list, show, stored } = openList(5)
    await show(0, 5)
    const first = leadEntry()
    stored.push(first)
    store.receive(first, false)
    expect(rowAt(list(), 0)).toBe(first)

    const second = leadEntry()
    store.receive(second, true)
    store.receive(second, true)
    expect(rowAt(list(), 0)).toBe(first)
    expect(store.getSnapshot().waiting).toEqual([second])
    store.update({ ...second, isContacted: true })
    store.showWaiting()
    expect(rowAt(list(), 0)).toMatchObject({ id: second.id, isContacted: true })
    expect(store.getSnapshot().waiting).toEqual([])
    expect(list().rowCount).toBe(7)
  })

  it('changes a lead in its place, takes it out, and puts it back where it was', async () => {
    const accepts = ({ isContacted }: LeadEntry) => !isContacted
    const { store, list, show, stored } = openList(5, { accepts })
    await show(0, 5)
    const lead = stored[2] as LeadEntry
    store.update({ ...lead, name: 'Changed' })
    expect(rowAt(list(), 2)?.name).toBe('Changed')
    store.update({ ...lead, isContacted: true })
    expect(idsOf(heldRows(list()))).not.toContain(lead.id)
    store.update(lead)
    expect(rowAt(list(), 2)?.id).toBe(lead.id)
    expect(list().rowCount).toBe(5)
  })

  it('takes a lead out that comes out of quarantine, where the list shows what is in it', async () => {
    const accepts = ({ isQuarantined }: LeadEntry) => isQuarantined
    const { store, list, show, stored } = openList(0, { accepts })
    const [first, second] = [
      leadEntry({ isQuarantined: true }),
      leadEntry({ isQuarantined: true }),
    ] as const
    stored.push(first, second)
    await show(0, 5)
    expect(list().rowCount).toBe(2)
    store.receive({ ...first, isQuarantined: false }, false)
    expect(idsOf(heldRows(list()))).toEqual([second.id])
  })

  it('is not undone by an answer that was on its way', async () => {
    const { store, list, show, stored, delay } = openList(5)
    await show(0, 5)
    const arrive = delay()
    const refreshed = store.refresh()
    const lead = stored[4] as LeadEntry
    const late = leadEntry()
    store.update({ ...lead, name: 'Changed' })
    store.receive(late, false)
    store.remove(stored[0]?.id ?? 0)
    await arrive()
    await refreshed
    expect(idsOf(heldRows(list()))).toEqual([late.id, ...idsOf(stored.slice(1)).reverse()])
    expect(rowAt(list(), 1)?.name).toBe('Changed')
  })

  it('is read again after something may have been missed, however much it was', async () => {
    const { store, list, show, stored, inOrder, settle } = openList(150)
    await show(90, 120)
    for (let count = 0; count < 400; count += 1) stored.push(leadEntry())
    await store.refresh()
    await settle()
    expect(rowAt(list(), 0)?.id).toBe(inOrder()[0]?.id)
    await show(0, 549)
    expect(idsOf(heldRows(list()))).toEqual(idsOf(inOrder()))
  })

  it('says when reading failed, and tries again when asked', async () => {
    const { store, list, show, readPage } = openList(5)
    readPage.mockRejectedValueOnce(new Error('offline'))
    await show(0, 5)
    expect(store.getSnapshot().hasFailed).toBe(true)
    store.show(0, 5)
    expect(readPage).toHaveBeenCalledTimes(1)
    store.retry()
    await expect.poll(() => list().rowCount).toBe(5)
    expect(store.getSnapshot().hasFailed).toBe(false)
  })
})
