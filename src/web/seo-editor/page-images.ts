import { type ImageAlt, parseImageAlts, type SeoRecord } from '#/contracts/seo/seo.ts'
import { altOf } from './image-texts.ts'

/** The parts of an element that selectors are made of. */
export type ElementNode = {
  localName: string
  id: string
  parentElement: ElementNode | null
  children: Iterable<ElementNode>
}

/** False for the ids that React generates, which change. */
const isLastingId = (id: string) => /^[a-z][\w-]*$/i.test(id)

/**
 * The part of an image file's name that stays from build to build: `ac-repair` for
 * `/assets/ac-repair-480-Ab12Cd34.webp`. The width differs with the screen, the hash with the bytes.
 */
export function fileStem(src: string): string {
  const file = src.replace(/[?#].*/, '').replace(/^.*\//, '')
  const stem = /^(.+)-[\w-]{8}\.\w+$/.exec(file)?.[1] ?? file.replace(/\.\w+$/, '')
  return stem.replace(/-\d+$/, '')
}

function step(element: ElementNode): string {
  const siblings = [...(element.parentElement?.children ?? [])].filter(
    ({ localName }) => localName === element.localName,
  )
  if (siblings.length < 2) return element.localName
  return `${element.localName}:nth-of-type(${siblings.indexOf(element) + 1})`
}

/** The path to an element from the nearest one with a lasting id, or from the body. */
export function pathSelector(element: ElementNode): string {
  const steps: string[] = []
  for (let at: ElementNode | null = element; at; at = at.parentElement) {
    if (isLastingId(at.id)) return [`#${at.id}`, ...steps].join(' > ')
    if (at.localName === 'body') break
    steps.unshift(step(at))
  }
  return ['body', ...steps].join(' > ')
}

/**
 * A selector that finds one image, also after the next build: by the name of its file where that is
 * enough, else by its place. `isUnique` tells whether a selector finds this image alone.
 */
export function imageSelector(
  element: ElementNode,
  src: string,
  isUnique: (selector: string) => boolean,
): string {
  const stem = fileStem(src)
  const byName = `img[src*="/${stem}-"]`
  const isPlain = /^[\w.-]+$/.test(stem)
  return isPlain && isUnique(byName) ? byName : pathSelector(element)
}

/** In CSS pixels. Images that are smaller in either direction are icons beside a text. */
const smallestSide = 32

/** An image of the page behind the editor. */
export type PageImage = {
  /** A selector that finds this image alone. */
  selector: string
  /** The page's own text; undefined where the page was served with a stored one in its place. */
  ownAlt: string | undefined
  /** The address of its file; empty for a drawing that is part of the page. */
  src: string
  /** Its name in lists. */
  name: string
  width: number
  height: number
}

/** What a selector finds on the page, outside all dialogs. */
const findOnPage = (selector: string) =>
  [...document.querySelectorAll(selector)].filter((element) => element.closest('dialog') === null)

function readAlt(element: Element): string {
  if (element instanceof HTMLImageElement) return element.alt
  if (element.getAttribute('aria-hidden') === 'true') return ''
  return element.getAttribute('aria-label') ?? element.querySelector('title')?.textContent ?? ''
}

function nameOf(element: Element, src: string): string {
  if (src) return fileStem(src)
  const symbol = element.querySelector('use')?.getAttribute('href')?.replace(/^.*#/, '')
  return symbol ? `Drawing: ${symbol}` : 'Drawing'
}

function describe(element: Element, served: readonly ImageAlt[]): PageImage {
  const { width, height } = element.getBoundingClientRect()
  const src = element instanceof HTMLImageElement ? element.currentSrc || element.src : ''
  // Selectors match the attribute, not the file that the browser chose for this screen.
  const written = element.getAttribute('src') ?? ''
  const selector = imageSelector(element, written, (each) => findOnPage(each).length === 1)
  return {
    selector,
    ownAlt: altOf(served, selector) === undefined ? readAlt(element) : undefined,
    src,
    name: nameOf(element, src),
    width: Math.round(width),
    height: Math.round(height),
  }
}

/**
 * The images and inline drawings that a visitor can see, without small icons. `served` is the record
 * that the page was rendered with.
 */
export function scanImages(served: SeoRecord | null): PageImage[] {
  const servedEntries = parseImageAlts(served?.imageAltTexts ?? '') ?? []
  return (
    findOnPage('img, svg')
      // A browser that cannot say shows all of them.
      .filter((element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true)
      .map((element) => describe(element, servedEntries))
      .filter(({ width, height }) => width >= smallestSide && height >= smallestSide)
  )
}
