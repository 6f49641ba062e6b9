import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { followServer, type Renewal } from './pool.ts'
import { readServerState, type ServerState } from './server-state.ts'

const state: ServerState = {
  started: 'one',
  isReadOnly: false,
  synchronousCommit: 'on',
  commitRisks: [],
  excessRight: null,
}

/** Follows a server; collects which connections are ended. */
function follow() {
  const renewed: Renewal[] = []
  return { server: followServer((renewal) => renewed.push(renewal)), renewed }
}

test('before the server has said anything, commits wait for its disk and no risk is known', () => {
  const { server, renewed } = follow()
  expect(server.safety()).toEqual({ commitRisks: [], excessRight: null })
  expect(server.synchronousCommit()).toBe('on')
  server.onState(state, 1)
  expect(renewed).toEqual([])
})

test('all connections are ended when commits are to wait for something else', () => {
  const { server, renewed } = follow()
  const before = performance.now()
  server.onState({ ...state, synchronousCommit: 'remote_apply' }, 1)
  expect(server.synchronousCommit()).toBe('remote_apply')
  expect(renewed).toEqual([{ before: expect.any(Number) }])
  expect(renewed[0]?.before).toBeGreaterThanOrEqual(before)
  server.onState({ ...state, synchronousCommit: 'remote_apply' }, 1)
  expect(renewed).toHaveLength(1)
  server.onState(state, 1)
  expect(renewed).toHaveLength(2)
})

test('connections to another server than the new one are ended if they were begun before it', () => {
  const { server, renewed } = follow()
  server.onState(state, 1)
  server.onState({ ...state, started: 'two' }, 2)
  server.onState({ ...state, started: 'two' }, 3)
  expect(renewed).toEqual([{ before: 2, exceptStarted: 'two' }])
})

test('every setting waits for a disk', () => {
  const { server, renewed } = follow()
  for (const synchronousCommit of ['off', 'local']) {
    server.onState({ ...state, synchronousCommit }, 1)
    expect(server.synchronousCommit()).toBe('on')
  }
  expect(renewed).toEqual([])
})

test('a server that does not say what it is, as a proxy may not, is refused', async () => {
  const silent = { query: async () => ({ rows: [] }) } as unknown as Client
  await expect(readServerState(silent, 1_000)).rejects.toThrow('says nothing of itself')
})
