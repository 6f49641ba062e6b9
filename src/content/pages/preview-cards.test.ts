import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { previewPath } from '#/contracts/routes.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { previewCards } from './preview-cards.ts'

const readFile = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url))

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

test('the pictures have the words as they are: `node scripts/make/previews.ts` draws them', async () => {
  expect(JSON.parse(readFile('art/preview-words.json').toString())).toEqual(previewCards)
  for (const path of publicPaths) {
    const picture = readFile(`public${previewPath(path)}`)
    expect(await sharp(picture).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
    })
    expect(picture.length).toBeLessThan(120_000)
  }
})
