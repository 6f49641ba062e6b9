import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makePhoto, type PhotoLimits, usualPhotoLimits } from './make-photo.ts'

const megabyte = 1e6

/** The processes that this one has started. */
function children(): string[] {
  const { pid } = process
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
}

/** What a process shows of itself; empty if it has just ended. */
function fileOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** Makes a photograph, and watches the process that does it. */
async function watch(bytes: Buffer, limits?: PhotoLimits) {
  const others = new Set(children())
  const seen = { peak: 0, environment: '', dieFirst: false, processor: '' }
  const timer = setInterval(() => {
    for (const pid of children().filter((each) => !others.has(each))) {
      const [, kilobytes = 0] = /VmHWM:\s+(\d+)/.exec(fileOf(pid, 'status')) ?? []
      seen.peak = Math.max(seen.peak, Number(kilobytes) * 1024)
      seen.environment += fileOf(pid, 'environ')
      seen.processor = /Max cpu time +(\d+)/.exec(fileOf(pid, 'limits'))?.[1] ?? seen.processor
      seen.dieFirst ||= fileOf(pid, 'oom_score_adj').trim() === '1000'
    }
  }, 2)
  onTestFinished(() => clearInterval(timer))
  const result = await makePhoto(bytes, limits)
  const left = children().filter((each) => !others.has(each))
  return { ...seen, result, left }
}

// The memory of other processes is only shown by Linux, and only there it has a bound.
describe.runIf(process.platform === 'linux')('the process that reads a photograph', () => {
  let bomb: Buffer
  beforeAll(async () => {
    const create = { width: 5000, height: 5000, channels: 3 as const, background: '#808080' }
    bomb = await sharp({ create }).png({ progressive: true }).toBuffer()
  })

  test('gets no more memory than it may have, whatever the header of a file says', async () => {
    const { result, peak } = await watch(bomb, { ...usualPhotoLimits, memory: 40e6 })
    expect(result).toEqual({ problem: expect.stringMatching(/tooHard|broken/) })
    expect(peak).toBeLessThan((40 + 130) * megabyte)
  })

  test('is ended when it takes too long, and the next photograph is made', async () => {
    const slow = await watch(bomb, { ...usualPhotoLimits, ms: 1 })
    expect([slow.result, slow.left]).toEqual([{ problem: 'tooHard' }, []])
    const create = { width: 30, height: 20, channels: 3 as const, background: '#888' }
    const good = await sharp({ create }).jpeg().toBuffer()
    const { result, dieFirst, environment, processor } = await watch(good)
    expect(result).toMatchObject({ width: 30, height: 20 })
    expect([dieFirst, processor]).toEqual([true, '10'])
    expect(environment).toContain('NODE_CHANNEL_FD=')
    expect(environment).not.toContain('PATH=')
  })

  test('is one at a time', async () => {
    const create = { width: 30, height: 20, channels: 3 as const, background: '#888' }
    const good = await sharp({ create }).jpeg().toBuffer()
    const others = children().length
    let most = 0
    const timer = setInterval(() => (most = Math.max(most, children().length - others)), 2)
    onTestFinished(() => clearInterval(timer))
    const made = await Promise.all([makePhoto(good), makePhoto(good), makePhoto(good)])
    expect([made.length, most]).toEqual([3, 1])
  })
})
