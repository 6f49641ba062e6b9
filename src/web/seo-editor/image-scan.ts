import { fileStem, imageSelector } from './image-selector.ts'

/** Smaller images, in either direction, are signs beside a text. In CSS pixels. */
const smallestSide = 32

/** An image as the editor found it on the page. */
export type ScannedImage = {
  /** Finds this image alone. */
  selector: string
  /** The text that the page shows now; null for an image that has none. */
  alt: string | null
  /** The address of its file; empty for a drawing that is part of the page. */
  src: string
  /** What it is called in lists. */
  name: string
  width: number
  height: number
  element: Element
}

const isInEditor = (element: Element) => element.closest('dialog') !== null

/** The images of the page, outside all dialogs, that a selector finds. None for a wrong selector. */
export function findImages(selector: string): Element[] {
  try {
    return [...document.querySelectorAll(selector)].filter((element) => !isInEditor(element))
  } catch {
    return []
  }
}

function readAlt(element: Element): string | null {
  if (element instanceof HTMLImageElement) return element.getAttribute('alt')
  if (element.getAttribute('aria-hidden') === 'true') return ''
  return element.getAttribute('aria-label') ?? element.querySelector('title')?.textContent ?? null
}

function nameOf(element: Element, src: string): string {
  if (src) return fileStem(src)
  const symbol = element.querySelector('use')?.getAttribute('href')?.replace(/^.*#/, '')
  return symbol ? `Drawing: ${symbol}` : 'Drawing'
}

function describe(element: Element, { width, height }: DOMRect): ScannedImage {
  const src = element instanceof HTMLImageElement ? element.currentSrc || element.src : ''
  // The attribute, unlike what the screen made of it, is what the selector is compared with.
  const written = element.getAttribute('src') ?? ''
  const isUnique = (selector: string) => {
    const found = findImages(selector)
    return found.length === 1 && found[0] === element
  }
  return {
    selector: imageSelector(element, written, isUnique),
    alt: readAlt(element),
    src,
    name: nameOf(element, src),
    width: Math.round(width),
    height: Math.round(height),
    element,
  }
}

/** The images and drawings of the page that a visitor can see and that are no mere signs. */
export function scanImages(): ScannedImage[] {
  return findImages('img, svg')
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width >= smallestSide && box.height >= smallestSide)
    .map(({ element, box }) => describe(element, box))
}
