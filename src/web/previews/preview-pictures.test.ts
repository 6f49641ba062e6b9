import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { previewCards } from '#/content/preview-cards.ts'
import { previewPath, publicPaths } from '#/contracts/routes.ts'
import { currentBuild } from '#/server/render/builds.ts'
import { layOutWords, previewSize, wideWordArea, wordArea } from './lay-out-words.ts'

const built = join(currentBuild(), 'client')

test('every public page has words of its own for a picture, and no other path has', () => {
  expect(Object.keys(previewCards).sort()).toEqual([...publicPaths].sort())
  expect(new Set(publicPaths.map(previewPath)).size).toBe(publicPaths.length)
  expect([previewPath('/'), previewPath('/services/ac-repair')]).toEqual([
    '/previews/home.png',
    '/previews/services-ac-repair.png',
  ])
  const headings = Object.values(previewCards).map(({ heading }) => heading)
  expect(new Set(headings).size).toBe(headings.length)
  expect(JSON.stringify(previewCards)).not.toMatch(/\{(name|phone|email|domain)\}/)
})

test.each(Object.entries(previewCards))(
  '%s has its picture, with all words on it',
  async (path, card) => {
    const picture = readFileSync(join(built, previewPath(path)))
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', ...previewSize })
    expect(picture.length).toBeLessThan(120_000)

    const { boxes, headingSize } = await layOutWords(card)
    const area = card.scene ? wordArea : wideWordArea
    expect(boxes).toHaveLength(card.heading.split(' ').length + 1)
    for (const { left, top, right, bottom } of boxes) {
      expect(left).toBeGreaterThanOrEqual(area.left)
      expect(top).toBeGreaterThanOrEqual(area.top)
      expect(right).toBeLessThanOrEqual(area.right)
      expect(bottom).toBeLessThanOrEqual(area.bottom)
    }
    // A message shows the picture at a quarter of its size.
    expect(headingSize).toBeGreaterThanOrEqual(58)
  },
)

test('a long heading gets smaller and more lines; one that cannot fit stops the build', async () => {
  const card = (heading: string) => ({ heading, text: 'A line below it.', scene: 'hero' })
  const long = await layOutWords(card('Heating, Ventilation, Air Conditioning and Water Heaters'))
  expect(long.headingSize).toBeLessThan(70)
  expect(Math.max(...long.boxes.map(({ right }) => right))).toBeLessThanOrEqual(wordArea.right)
  await expect(layOutWords(card('Unbreakable'.repeat(3)))).rejects.toThrow('too long')
  await expect(layOutWords(card('too many words '.repeat(12)))).rejects.toThrow('too long')
})
