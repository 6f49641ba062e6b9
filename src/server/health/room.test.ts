import { spawnSync } from 'node:child_process'
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '#tests/support/own-folder.ts'
import { findInRoom, measureRoom } from './parts.ts'

const mount = (folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'none', folder]).status === 0

test('of several disks the fullest counts, as it is; a folder may be missing', async (context) => {
  const { path } = testFolder()
  const [mail, missing] = ['mail', 'missing'].map((name) => join(path, name)) as [string, string]
  mkdirSync(mail)
  const { blocks, bsize } = statfsSync(path)
  expect(await measureRoom([missing, path])).toMatchObject({ all: blocks * bsize })
  if (!mount(mail)) return context.skip('only root can mount a disk')
  onTestFinished(() => void spawnSync('umount', [mail]))
  const look = async () => findInRoom(await measureRoom([path, missing, mail]))
  expect(await look()).toEqual([])
  writeFileSync(join(mail, 'ballast'), Buffer.alloc(20 * 1024 * 1024 - 4096))
  expect(await look()).toEqual([
    { key: 'disk-full', text: 'The server’s disk is full, with 0 MB left.' },
  ])
})
