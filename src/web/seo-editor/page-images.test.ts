import { expect, test } from 'vitest'
import { type ElementNode, fileStem, imageSelector, pathSelector } from './page-images.ts'

type Made = ElementNode & { children: Made[]; parentElement: Made | null }

function element(localName: string, id = '', ...children: Made[]): Made {
  const made: Made = { localName, id, parentElement: null, children }
  for (const child of children) child.parentElement = made
  return made
}

test("a build's hash and the picture's width are no part of its name", () => {
  expect(fileStem('/assets/ac-repair-480-Ab12Cd34.webp')).toBe('ac-repair')
  expect(fileStem('/assets/hero-800-A-b_2Cd4.avif')).toBe('hero')
  expect(fileStem('/assets/coverage-map-BvL0k9xQ.svg')).toBe('coverage-map')
  expect(fileStem('/src/web/pictures/ac-repair-480.webp?x')).toBe('ac-repair')
  expect(fileStem('/icon.svg')).toBe('icon')
})

test('an image goes by its name where that finds it alone, else by its place', () => {
  const image = element('img')
  element('body', '', element('main', 'main', element('p'), element('p', '', image)))
  const src = '/assets/hero-800-Ab12Cd34.webp'
  expect(imageSelector(image, src, () => true)).toBe('img[src*="/hero-"]')
  expect(imageSelector(image, src, () => false)).toBe('#main > p:nth-of-type(2) > img')
  expect(imageSelector(image, '/a"]b.png', () => true)).toBe('#main > p:nth-of-type(2) > img')
})

test('a place is described from the nearest lasting id, or from the body', () => {
  const drawing = element('svg')
  const made = element('div', '_r_1_', drawing)
  element('html', '', element('body', '', element('div'), made))
  expect(pathSelector(drawing)).toBe('body > div:nth-of-type(2) > svg')
  const named = element('svg', 'sign')
  element('body', '', named)
  expect(pathSelector(named)).toBe('#sign')
})
